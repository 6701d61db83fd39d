/**
 * For programs that end after some seconds: V8's last optimiser then takes more of the processor than it gives back. It is
 * told before the program's own modules run.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-turbofan');
