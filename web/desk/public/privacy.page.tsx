import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ADDRESS_DAYS, DEVICE_DAYS } from '../../../core/account/account-limits.ts';
import { INVITATION_DAYS } from '../../../core/colleague/colleague-limits.ts';
import { OWN_DATA_DAYS } from '../../../core/own-data/own-data-limits.ts';
import { DELETION_DAYS, RULE_DAYS } from '../../../core/person/person-limits.ts';
import { TRASH_DAYS } from '../../../core/trash/trash-limits.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';

/** What is kept of people, for how long, who sees it, and what they can do; times are those that hold today. */
export default function PrivacyPage() {
  const { t } = useLingui();
  usePageTitle(t`Privacy`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 72 }}>
      <Stack gap="xl">
        <Stack gap="xs">
          <Title order={1}>{t`Your data`}</Title>
          <Text size="lg" c="dimmed">
            {t`What is kept of you here, for how long, and who sees it.`}
          </Text>
        </Stack>
        <TitledSection order={2} gap="sm" title={t`What is kept`}>
          <Stack component="ul" gap="xs" m={0} pl="lg">
            <li>
              {t`Your account: your name, your email address or user name, your role and time zone, and a fingerprint of your password from which nobody can read it.`}
            </li>
            <li>
              {t`Every answer to a card: which card, how you rated it, when, and how long it took. Also what follows from that: when you meet each card again, and how much you studied on each day.`}
            </li>
            <li>{t`Exams: what you answered, when you handed in, and your points.`}</li>
            <li>{t`The classes you are in or teach, and the decks and exams that you write.`}</li>
            <li>
              {t`When you were last here, to the hour, in which browsers you are logged in, and fingerprints of the devices and networks from which you logged in, against strangers who guess passwords. The addresses themselves are not kept, except those of refused logins: they stand in the server’s log, without a name.`}
            </li>
            <li>
              {t`In the browser, as long as you are logged in: what you need to study without a network. When you log out, or your session ends, nobody can read any of it there. What has not been sent yet is sealed until you log in there again.`}
            </li>
            <li>
              {t`If you log in with the school’s account: the number and the email address by which it knows you.`}
            </li>
            <li>{t`What you report of a card: what is wrong with it, and your words.`}</li>
            <li>
              {t`What teachers and the administrator do to classes, exams and accounts, without names.`}
            </li>
          </Stack>
        </TitledSection>
        <TitledSection order={2} gap="sm" title={t`Who sees it`}>
          <Stack component="ul" gap="xs" m={0} pl="lg">
            <li>
              {t`Teachers of your classes see your name and how you log in, on which days and for how long you studied the decks of the class, how many of their cards you know, how much you study while a lesson runs, and your exams with every answer. Of other decks they see nothing.`}
            </li>
            <li>{t`Which cards a class mixes up its teachers see without names.`}</li>
            <li>
              {t`What you report of a card is read by those who may change its deck. Only teachers of your classes see your name with it.`}
            </li>
            <li>
              {t`The administrator of your school sees your account and your classes, can give you a new password, and can look into every answer for the upkeep of this site.`}
            </li>
            <li>{t`Decks that you make as a student: only you. The administrator sees how many.`}</li>
            <li>{t`Other students see nothing of yours.`}</li>
            <li>
              {t`For research the answers can be given away without names. Who has deleted their account is no longer among them.`}
            </li>
          </Stack>
        </TitledSection>
        <TitledSection order={2} gap="sm" title={t`For how long`}>
          <Times />
        </TitledSection>
        <TitledSection order={2} gap="sm" title={t`What you can do`}>
          <Stack component="ul" gap="xs" m={0} pl="lg">
            <li>
              <Trans>
                On the page{' '}
                <Anchor component={Link} to={paths.account()} underline="always">
                  Your account
                </Anchor>{' '}
                you have everything that is kept of you put into a file.
              </Trans>
            </li>
            <li>
              {t`There you also delete your account. You have ${DELETION_DAYS} days to change your mind; then your name and everything that belongs to you are gone, and your answers count for nobody.`}
            </li>
            <li>
              {t`You leave a class at any time: its teachers then no longer see what you study. Exams that you have handed in stay with them.`}
            </li>
          </Stack>
        </TitledSection>
      </Stack>
    </Container>
  );
}

function Times() {
  const { t } = useLingui();
  const { delete_unseen_years: years, delete_disabled_months: months } = useSiteSettings();
  return (
    <Stack component="ul" gap="xs" m={0} pl="lg">
      <li>
        {years === null
          ? t`Your account and your answers: until you or the administrator delete your account.`
          : t`Your account and your answers: until you or the administrator delete your account, or nobody has seen you here for ${plural(years, { one: '# year', other: '# years' })}. ${plural(RULE_DAYS, { one: '# day', other: '# days' })} pass before that is done, and logging in keeps the account.`}
      </li>
      {months !== null && (
        <li>
          {t`An account that the administrator has disabled: ${plural(months, { one: '# month', other: '# months' })}, and ${plural(RULE_DAYS, { one: '# day', other: '# days' })} more.`}
        </li>
      )}
      <li>
        {t`Fingerprints of devices: ${DEVICE_DAYS} days after the last login; those of networks: ${ADDRESS_DAYS} days.`}
      </li>
      <li>{t`In which browsers you are logged in: until you log out there, or the login ends.`}</li>
      <li>{t`Addresses of refused logins: as long as those who run this site keep the server’s log.`}</li>
      <li>
        {t`What you report of a card: until you have put the answer away, or the card or your account is gone.`}
      </li>
      <li>
        {t`The email address of somebody who is invited to teach a class: until they accept, for ${2 * INVITATION_DAYS} days at most.`}
      </li>
      <li>{t`A file of your data: ${OWN_DATA_DAYS} days.`}</li>
      <li>{t`Deleted decks and cards, with what you had marked in them: ${TRASH_DAYS} days.`}</li>
      <li>
        {t`Pictures and sounds of your cards: as long as a card of yours has or had them. With your account those go that nobody else has, at the latest two days later. A browser that has shown one may keep a copy for up to a year.`}
      </li>
      <li>
        {t`Without a name, under a number alone: the answers in the event log, and the audit log. They show that the figures of others are right, and are never changed.`}
      </li>
    </Stack>
  );
}
