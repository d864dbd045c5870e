/**
 * What a file of own data holds beside the account and the events, by the name of its part: SQL of one JSON object a row, of
 * the person $1. Other people are named as the person sees them on the site.
 */
export const OWN_DATA_PARTS: Record<string, string> = {
  class_memberships: `select json_build_object('class', c.name, 'teacher', t.name, 'status', m.status,
      'requested_at', m.requested_at, 'joined_at', m.joined_at) as row
    from class_members m join classes c on c.id = m.class_id join users t on t.id = c.teacher_id
    where m.student_id = $1 order by m.class_id`,
  classes: `select json_build_object('id', id, 'name', name, 'created_at', created_at) as row
    from classes where teacher_id = $1 order by id`,
  classes_of_colleagues: `select json_build_object('class', c.name, 'owner', o.name, 'since', t.since) as row
    from class_teachers t join classes c on c.id = t.class_id join users o on o.id = c.teacher_id
    where t.teacher_id = $1 order by t.class_id`,
  decks: `select to_jsonb(d) - 'user_id' as row from decks d where d.user_id = $1 order by d.id`,
  cards: `select to_jsonb(c) as row from cards c join decks d on d.id = c.deck_id where d.user_id = $1
    order by c.deck_id, c.ordinal`,
  decks_of_colleagues: `select json_build_object('deck', d.title, 'owner', o.name, 'right', s.may) as row
    from deck_shares s join decks d on d.id = s.deck_id join users o on o.id = d.user_id
    where s.teacher_id = $1 order by s.deck_id`,
  deck_settings: `select json_build_object('deck', d.title, 'new_cards_per_day', s.new_cards_per_day,
      'max_cards_per_day', s.max_cards_per_day, 'way', coalesce(s.way, 'turning')) as row
    from deck_settings s join decks d on d.id = s.deck_id where s.student_id = $1 order by s.deck_id`,
  card_marks: `select json_build_object('deck', d.title, 'card', c.front, 'aside_until', m.aside_until,
      'flagged', m.flagged) as row
    from card_marks m join cards c on c.id = m.card_id join decks d on d.id = c.deck_id
    where m.student_id = $1 order by m.card_id`,
  extra_cards: `select json_build_object('deck', d.title, 'day', x.day, 'cards', x.cards) as row
    from extra_cards x join decks d on d.id = x.deck_id where x.student_id = $1 order by x.deck_id`,
  exams: `select to_jsonb(e) - 'teacher_id' as row from exams e where e.teacher_id = $1 order by e.id`,
  exam_questions: `select to_jsonb(q) as row from exam_questions q join exams e on e.id = q.exam_id
    where e.teacher_id = $1 order by q.exam_id, q.ordinal`,
  exam_attempts: `select json_build_object('exam', e.title, 'started_at', a.started_at, 'deadline_at', a.deadline_at,
      'saved_answers', a.answers, 'handed_in', a.is_submitted) as row
    from exam_attempts a join exams e on e.id = a.exam_id where a.student_id = $1 order by a.exam_id`,
  exam_results: `select json_build_object('exam', e.title, 'answers', r.answers, 'score', r.score, 'total', r.total,
      'submitted_at', r.submitted_at, 'time_spent', r.time_spent, 'late', r.late) as row
    from exam_results r join exams e on e.id = r.exam_id where r.student_id = $1 order by r.exam_id`,
  deck_imports: `select json_build_object('id', id, 'status', status, 'request', request, 'created_at', created_at) as row
    from deck_imports where user_id = $1 order by id`,
  review_schedule: `select to_jsonb(r) - 'student_id' as row from review_schedule r where student_id = $1
    order by card_id`,
  sessions: `select json_build_object('browser', browser, 'system', system, 'begun_at', begun_at, 'seen_at', seen_at,
      'ends_at', ends_at) as row from sessions where user_id = $1 order by id`,
  school_logins: `select json_build_object('issuer', issuer, 'subject', subject, 'email', email,
      'connected_at', connected_at) as row from school_logins where user_id = $1`,
  // To the database a device and an address are digests, which nobody can read back.
  login_places: `select json_build_object('kind', kind, 'last_login_at', seen_at) as row
    from login_places where user_id = $1 order by seen_at`,
  acts: `select json_build_object('at', at, 'act', act, 'by_you', actor_id = $1, 'class_id', class_id, 'deck_id', deck_id,
      'exam_id', exam_id, 'details', details) as row
    from acts where actor_id = $1 or person_id = $1 order by id`,
};
