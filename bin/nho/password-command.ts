import { givePasswordTo } from '../../core/person/person-changes.ts';
import { StartError } from '../command/start-error.ts';
import { namedPerson } from './named-person.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

/** For an administrator who cannot log in any more, or anybody else whom nobody on the site can help. */
export const passwordCommand: NhoCommand = {
  usage: 'password E-MAIL',
  summary:
    'Gives the account of an email address or a user name a new password, shown once; its sessions end.',
  options: {},
  run,
};

async function run({ database, result, words }: NhoContext): Promise<number> {
  const [login, ...others] = words;
  if (!login || others.length) throw new StartError('password takes one email address or user name.');
  const given = await givePasswordTo(database.pool, await namedPerson(database.pool, login));
  if (!given) throw new StartError(`There is no account "${login}". Nothing was changed.`);
  const { name, role, password, disabled } = given;
  const lines = [
    `${name} (${role}) has the new password ${password}`,
    'It is not kept anywhere, and is changed at the next login. All sessions of the account have ended.',
    ...(disabled ? ['The account is disabled: another administrator enables it.'] : []),
  ];
  result(lines.join('\n'), { name, role, password, disabled });
  return 0;
}
