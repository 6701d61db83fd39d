import { codeStamps } from '../../src/render/code.ts';
import { codeFolders, createCodeVersion, isCode } from '../../src/site/codeVersion.ts';
import { watchFolders } from '../content-service/watch.ts';
import { type Context, tell } from './command.ts';

/**
 * Calls what it is given after each change of the code or the words on disk since this call: what changes while a program
 * starts is told when it listens. That returns what stops it.
 */
export function followCode({ root, settings }: Context): (changed: () => void) => () => void {
  const codeVersion = createCodeVersion(root, settings);
  let known = codeVersion();
  return (changed) => {
    const look = (): void => {
      watch.follow(codeFolders(root, codeStamps(root)));
      const version = codeVersion();
      if (version === known) return;
      known = version;
      changed();
    };
    const watch = watchFolders(look, tell, (folder, name) => isCode(root, folder, name));
    look();
    return () => watch.close();
  };
}
