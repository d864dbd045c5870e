import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import { ENTRIES, type Entry } from '../../../core/site/entry-limits.ts';
import { checkEmail } from '../../account/account-rules.ts';
import { fieldText } from '../../account/use-fields.ts';

const text: Record<Entry, [name: MessageDescriptor, meaning: MessageDescriptor]> = {
  open: [msg`Everybody`, msg`Students and teachers register by themselves and begin at once.`],
  approval: [
    msg`Everybody, but you let teachers in`,
    msg`Students begin at once. A teacher who registers waits until you approve, and sees that.`,
  ],
  code: [
    msg`Who has the code of the school`,
    msg`You give the code to your people. A teacher who registers waits until you let them in; students may also register with the code or the link of their class.`,
  ],
  closed: [
    msg`Nobody registers`,
    msg`Accounts are made from teachers' lists only. Who has an account logs in as ever.`,
  ],
};

interface EntryChoiceProps {
  value: Entry | null;
  onChange: (entry: Entry) => void;
  error?: string | undefined;
}

export function EntryChoice({ value, onChange, error }: EntryChoiceProps) {
  const { t, i18n } = useLingui();
  return (
    <Radio.Group
      label={t`Who may come in?`}
      value={value}
      error={error}
      onChange={(chosen) => {
        const entry = ENTRIES.find((one) => one === chosen);
        if (entry) onChange(entry);
      }}
    >
      <Stack gap="sm" mt="xs">
        {ENTRIES.map((entry) => (
          <Radio
            key={entry}
            value={entry}
            size="md"
            label={i18n._(text[entry][0])}
            description={i18n._(text[entry][1])}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Nobody has to give one. */
export const checkContact = (address: string) =>
  address.trim() === '' ? undefined : checkEmail({ email: address }).email;

interface ContactFieldProps {
  value: string;
  /** What was sent is checked. */
  isChecked: boolean;
  readOnly: boolean;
  onChange: (address: string) => void;
}

/** The address that stands in the footer of every page, as the field `contact` of its form. */
export function ContactField({ value, isChecked, readOnly, onChange }: ContactFieldProps) {
  const { t, i18n } = useLingui();
  return (
    <TextInput
      name="contact"
      type="email"
      label={t`Contact address (optional)`}
      description={t`An email address for questions; everybody sees it at the foot of the pages.`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldText(i18n, isChecked ? checkContact(value) : undefined)}
    />
  );
}
