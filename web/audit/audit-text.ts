import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListedEntry } from '../../core/audit/audit.schema.ts';
import type { AuditAction } from '../../core/audit/audit-names.ts';

/** What was done, as a sentence about what stands beside it. */
export const actionText: Record<AuditAction, MessageDescriptor> = {
  'class.made': msg`Class made`,
  'class.renamed': msg`Class renamed`,
  'class.deleted': msg`Class deleted`,
  'class.deck_added': msg`Deck added to the class`,
  'class.deck_removed': msg`Deck taken out of the class`,
  'class.deck_way_set': msg`Way to practise the deck set`,
  'class.member_approved': msg`Student let into the class`,
  'class.member_rejected': msg`Request turned down`,
  'class.member_removed': msg`Student taken out of the class`,
  'class.member_joined': msg`Student joined by the code`,
  'class.code_made': msg`Code of the class made`,
  'class.code_changed': msg`Code of the class changed`,
  'class.code_ended': msg`Code of the class ended`,
  'class.teacher_invited': msg`Teacher invited to the class`,
  'class.invitation_taken_back': msg`Invitation taken back`,
  'class.invitation_declined': msg`Invitation declined`,
  'class.teacher_joined': msg`Teacher came to the class`,
  'class.teacher_removed': msg`Teacher taken out of the class`,
  'class.teacher_left': msg`Teacher left the class`,
  'class.handed_over': msg`Class handed over`,
  'class.archived': msg`Class archived`,
  'class.brought_back': msg`Class brought back`,
  'class.copied': msg`Class copied`,
  'exam.made': msg`Exam made`,
  'exam.changed': msg`Exam changed`,
  'exam.shown': msg`Exam shown`,
  'exam.hidden': msg`Exam hidden`,
  'exam.class_added': msg`Exam given to the class`,
  'exam.class_removed': msg`Exam taken from the class`,
  'exam.deleted': msg`Exam deleted`,
  'deck.made_official': msg`Deck made official`,
  'deck.official_changed': msg`Official deck changed`,
  'deck.made_ordinary': msg`Deck no longer official`,
  'deck.deleted': msg`Deck deleted`,
  'deck.brought_back': msg`Deck brought back`,
  'deck.deleted_for_good': msg`Deck deleted for good`,
  'deck.shared': msg`Deck shared with a colleague`,
  'deck.share_changed': msg`Colleague’s right to the deck changed`,
  'deck.share_ended': msg`Sharing of the deck ended`,
  'deck.share_left': msg`Colleague gave up a shared deck`,
  'deck.handed_over': msg`Deck handed over`,
  'card.changed': msg`Card changed`,
  'card.deleted': msg`Card deleted`,
  'card.brought_back': msg`Cards brought back`,
  'card.deleted_for_good': msg`Deleted cards deleted for good`,
  'import.started': msg`Import started`,
  'import.stopped': msg`Import stopped`,
  'site.changed': msg`Settings of the site changed`,
  'site.retention_changed': msg`How long accounts are kept changed`,
  'site.entry_changed': msg`Who may come in changed`,
  'site.code_renewed': msg`Code of the school renewed`,
  'site.own_decks_changed': msg`Own decks of students changed`,
  'person.account_made': msg`Account made`,
  'person.renamed': msg`Student renamed`,
  'person.password_given': msg`New password given`,
  'person.approved': msg`Teacher let in`,
  'person.refused': msg`Teacher refused`,
  'person.disabled': msg`Account disabled`,
  'person.enabled': msg`Account enabled`,
  'person.sessions_ended': msg`Sessions ended`,
  'person.school_connected': msg`School’s account connected`,
  'person.school_disconnected': msg`School’s account disconnected`,
  'person.role_changed': msg`Role changed`,
  'person.deletion_asked': msg`Account to be deleted`,
  'person.kept': msg`Account kept after all`,
  'person.deleted': msg`Account deleted`,
};

const OPERATOR = 0;

/** The name of a person whom an entry names, however it stands with them today. */
export function personName(i18n: I18n, { id, name }: ListedEntry['actor']): string {
  if (id === OPERATOR) return i18n._(msg`The operator of the server`);
  return name ?? i18n._(msg`A person who left`);
}
