/**
 * For programs that end after some seconds: V8's last optimiser then takes more of the processor than it gives back. It is
 * told before the program's own modules run, and not on the command line, by which compiled code is kept apart.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-turbofan');
