import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PeopleChange, Person } from '../../core/person/person.schema.ts';
import { failureText } from '../lib/call/notice-text.ts';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import type { ConfirmOptions } from '../ui/feedback/confirm-dialog.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import type { GivenPassword } from './given-passwords.modal.tsx';
import { usePeopleChanges } from './person.queries.ts';
import { changeText, DANGEROUS, refusedText } from './person-text.ts';

/** What is asked before people are changed. */
function useQuestion() {
  const { t, i18n } = useLingui();
  return (change: PeopleChange, people: readonly Person[]): ConfirmOptions => {
    const who =
      people.length === 1
        ? people[0]!.name
        : t`${plural(people.length, { one: '# person', other: '# people' })}`;
    const asked: Record<PeopleChange, [title: string, text: string]> = {
      approve: [t`Let ${who} in?`, t`From now on they can make classes, decks and exams.`],
      refuse: [
        t`Refuse ${who}?`,
        t`They are logged out and cannot log in. You find them among those who are disabled.`,
      ],
      disable: [
        t`Disable ${who}?`,
        t`They are logged out at once and cannot log in until they are enabled again. What they have stays.`,
      ],
      enable: [t`Enable ${who}?`, t`They can log in again, with the password that they had.`],
      new_password: [
        t`New password for ${who}?`,
        t`The old password is no longer good, and they are logged out. You see the new one once.`,
      ],
      end_sessions: [
        t`End the sessions of ${who}?`,
        t`They are logged out on all devices and log in again with the same password.`,
      ],
      disconnect_school: [
        t`Disconnect ${who} from the school’s account?`,
        t`They are logged out, and log in with their password. Who has none gets a new one, which you see once.`,
      ],
      delete: [
        t`Delete ${who} in 14 days?`,
        t`Until then nothing changes for them but a note on every page. After that their names, work and results are gone for good.`,
      ],
      keep: [t`Keep ${who}?`, t`They will not be deleted.`],
      erase: [
        t`Delete ${who} at once?`,
        t`Their names, work and results are gone at once and for good. Nobody can bring them back.`,
      ],
    };
    const [title, text] = asked[change];
    return {
      title,
      text,
      confirmLabel: i18n._(changeText[change]),
      danger: DANGEROUS.includes(change),
    };
  };
}

/** Changes people after a question, and says for whom it was refused. `given` are the new passwords that came of it. */
export function useChangePeople() {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const question = useQuestion();
  const { change: send } = usePeopleChanges();
  const [given, setGiven] = useState<GivenPassword[]>([]);

  const [run, isRunning] = useAttempt(
    failureText.changePeopleFailed,
    async (what: PeopleChange, people: readonly Person[]) => {
      const outcomes = await send({ change: what, person_ids: people.map(({ id }) => id) });
      const byId = new Map(people.map((person) => [person.id, person]));
      const done = outcomes.filter(({ refused }) => refused === null);
      setGiven(done.flatMap(({ id, password }) => (password ? [{ person: byId.get(id)!, password }] : [])));
      for (const { id, refused } of outcomes)
        if (refused) notices.error(`${byId.get(id)?.name}: ${i18n._(refusedText[refused])}`);
      if (done.length > 0 && what !== 'new_password')
        notices.success(
          t`${plural(done.length, { one: '# account was changed.', other: '# accounts were changed.' })}`,
        );
      return done.length > 0;
    },
  );
  /** Returns true when it was done, be it to some of them. */
  const change = async (what: PeopleChange, people: readonly Person[]): Promise<boolean> =>
    (await confirm(question(what, people))) && ((await run(what, people)) ?? false);
  return { change, isRunning, given, forget: () => setGiven([]) };
}
