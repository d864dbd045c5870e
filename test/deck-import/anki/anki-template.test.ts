import t from 'tap';
import { fieldPlaces } from '../../../core/deck-import/anki/anki-fields.ts';
import { type AnkiCard, noteCards } from '../../../core/deck-import/anki/anki-note.ts';
import { ankiTemplate } from '../../../core/deck-import/anki/anki-note-type.ts';
import { templateSide } from '../../../core/deck-import/anki/anki-template.ts';

type Given = Record<string, string>;
type Templates = [question: string, answer: string][];

interface Read {
  ords?: number[];
  tags?: string[];
  isCloze?: boolean;
}

/** The cards of a note whose fields are named by the keys, read by these templates. */
function cardsOf(given: Given, templates: Templates, { ords, tags = [], isCloze = false }: Read = {}) {
  const fields = Object.keys(given);
  const type = {
    fields,
    isCloze,
    templates: templates.map(([one, other]) => ankiTemplate(fields, one, other)),
  };
  const wanted = ords ?? [...templates.keys()];
  const note = {
    guid: 'g',
    fields: Object.values(given),
    ords: wanted,
    tags,
    deckTags: wanted.map(() => []),
  };
  const unread = new Set<string>();
  return {
    cards: noteCards(note, { ...type, ...fieldPlaces(type, undefined) }, unread),
    unread: [...unread],
  };
}

const sidesOf = ({ values: { front, back } }: AnkiCard) => [front, back];
const sides = (given: Given, templates: Templates, more?: Read) =>
  cardsOf(given, templates, more).cards.map(sidesOf);

const BACK = '{{FrontSide}}<hr id=answer>';

t.test('IMF-32 a side shows the fields that its template shows for this very note', async (t) => {
  const cases: [what: string, given: Given, template: Templates[number], expected: [string, string]][] = [
    ['a section', { A: 'a', B: 'b', C: 'c' }, ['{{#A}}{{A}}{{/A}}{{^A}}{{B}}{{/A}}', '{{C}}'], ['a', 'c']],
    ['its other one', { A: '', B: 'b', C: 'c' }, ['{{#A}}{{A}}{{/A}}{{^A}}{{B}}{{/A}}', '{{C}}'], ['b', 'c']],
    [
      'a switch that is on',
      { A: 'a', B: 'b', S: 'y' },
      ['{{#S}}{{B}}{{/S}}{{^S}}{{A}}{{/S}}', '{{#S}}{{A}}{{/S}}{{^S}}{{B}}{{/S}}'],
      ['b', 'a'],
    ],
    [
      'a switch that is off',
      { A: 'a', B: 'b', S: '' },
      ['{{#S}}{{B}}{{/S}}{{^S}}{{A}}{{/S}}', '{{#S}}{{A}}{{/S}}{{^S}}{{B}}{{/S}}'],
      ['a', 'b'],
    ],
    [
      'a switch of blank HTML',
      { A: 'a', B: 'b', S: ' <br> <div></div>' },
      ['{{^S}}{{A}}{{/S}}{{#S}}{{B}}{{/S}}', `${BACK}{{B}}`],
      ['a', 'b'],
    ],
    [
      'two long and short',
      { Long: 'l', Short: 's', Hard: '', X: 'x' },
      ['{{#Hard}}{{Long}}{{/Hard}}{{^Hard}}{{Short}}{{/Hard}}', '{{X}}'],
      ['s', 'x'],
    ],
    [
      'sections in sections',
      { A: 'a', B: 'b', C: 'c' },
      ['{{#A}}{{#B}}{{B}}{{/B}}{{^B}}{{A}}{{/B}}{{/A}}', '{{C}}'],
      ['b', 'c'],
    ],
    [
      'an answer of sections',
      { Q: 'q', M: '', N: 'n' },
      ['{{Q}}', `${BACK}{{#M}}{{M}}{{/M}}{{^M}}{{N}}{{/M}}`],
      ['q', 'n'],
    ],
    ['blanks within the braces', { A: 'a', B: 'b' }, ['{{ B }}', '{{# A }}{{ A }}{{/ A }}'], ['b', 'a']],
    [
      'other delimiters',
      { A: 'a', B: 'b' },
      ['{{=<% %>=}}\n<%B%>', '{{=<% %>=}}<%#A%><%A%><%/A%>'],
      ['b', 'a'],
    ],
    ['three braces', { A: 'a', B: 'b' }, ['{{{B}}}', '{{{A}}}'], ['b', 'a']],
    ['a comment', { A: 'a', B: 'b', C: 'c' }, ['<!-- {{A}} -->{{B}}', '{{C}}<!--{{A}}-->'], ['b', 'c']],
    ['a comment without an end', { A: 'a', B: 'b' }, ['{{B}}<!-- ', '{{A}}'], ['b', 'a']],
    ['a section that nothing closes', { A: 'a', B: 'b' }, ['{{#B}}{{B}}', '{{/X}}{{A}}'], ['b', 'a']],
    ['the question repeated by hand', { A: 'a', B: 'b', C: 'c' }, ['{{B}}', '{{B}}<hr>{{C}}'], ['b', 'c']],
    [
      'Anki’s own fields',
      { A: 'a', B: 'b' },
      ['{{Deck}} {{Subdeck}} {{Type}} {{Card}} {{CardFlag}}{{B}}', '{{Tags}}{{A}}'],
      ['b', 'a'],
    ],
    [
      'a section of tags',
      { A: 'a', B: 'b', C: 'c' },
      ['{{^Tags}}{{A}}{{/Tags}}{{#Tags}}{{B}}{{/Tags}}', '{{C}}'],
      ['a', 'c'],
    ],
    ['a hint in the question', { A: 'a', B: 'b', H: 'h' }, ['{{hint:H}}{{B}}', '{{A}}'], ['b', 'a']],
    [
      'a hint of nested filters',
      { A: 'a', B: 'b' },
      ['{{furigana:hint:A}}{{B}}', `${BACK}{{A}}`],
      ['b', 'a'],
    ],
    ['an answer that is a hint', { A: 'a', B: 'b' }, ['{{B}}', `${BACK}{{hint:A}}`], ['b', 'a']],
    ['plain text', { A: 'a', B: '<b>b</b>' }, ['{{text:B}}', '{{text:hint:A}}'], ['**b**', 'a']],
    [
      'what is only spoken',
      { A: 'a', B: 'b', C: 'c' },
      ['{{tts en_US voices=Apple_Samantha,Microsoft_Zira:A}}{{B}}', '{{tts vi:A}}{{C}}'],
      ['b', 'c'],
    ],
    ['a question that is only spoken', { A: 'a', B: 'b' }, ['{{tts en_GB:B}}', '{{B}} {{A}}'], ['b', 'a']],
    [
      'a typed answer shown with others',
      { M: 'm', N: 'n', W: 'w' },
      ['{{M}}{{type:W}}', '{{type:W}}<br>{{N}}'],
      ['m', 'w'],
    ],
    [
      'a typed answer in a section',
      { M: 'm', W: 'w' },
      ['{{M}}{{#W}}{{type:W}}{{/W}}', `${BACK}{{type:W}}`],
      ['m', 'w'],
    ],
    ['an unknown filter', { A: 'a', B: 'b' }, ['{{my-filter:B}}', '{{other:A}}'], ['b', 'a']],
    [
      'only letters, then readings',
      { W: '日本[にほん]', M: 'Japan' },
      ['{{kanji:W}}', '{{furigana:W}}<br>{{M}}'],
      ['日本', '{日本|にほん}\nJapan'],
    ],
    [
      'only letters, the reading is the answer',
      { W: '日本[にほん]', M: '' },
      ['{{kanji:W}}', '{{kana:W}}'],
      ['日本', 'にほん'],
    ],
    ['only readings', { W: '日本[にほん]', M: 'Japan' }, ['{{M}}', '{{kana:W}}'], ['Japan', 'にほん']],
    [
      'letters with their readings on both sides',
      { W: '日本[にほん]', M: 'Japan' },
      ['{{furigana:W}}', '{{furigana:W}}{{M}}'],
      ['{日本|にほん}', 'Japan'],
    ],
    [
      'an answer of words alone',
      { Q: 'Is it?', T: 'y' },
      ['{{Q}}', `${BACK}{{#T}}True{{/T}}{{^T}}False{{/T}}`],
      ['Is it?', 'True'],
    ],
    [
      'an answer of other words',
      { Q: 'Is it?', T: '' },
      ['{{Q}}', `${BACK}{{#T}}True{{/T}}{{^T}}False{{/T}}`],
      ['Is it?', 'False'],
    ],
    [
      'labels',
      { Word: 'w', Meaning: 'm' },
      ['<div>Word: {{Word}}</div>', `${BACK}Meaning: {{Meaning}}`],
      ['w', 'm'],
    ],
    [
      'a question around the field',
      { C: 'Laos', D: 'Vientiane' },
      ['What is the capital of <b>{{C}}</b>?', '{{D}}'],
      ['What is the capital of Laos?', 'Vientiane'],
    ],
  ];
  for (const [what, given, template, expected] of cases) {
    t.same(sides(given, [template]), [expected], what);
  }
  const tagged = ['{{^Tags}}{{A}}{{/Tags}}{{#Tags}}{{B}}{{/Tags}}', '{{C}}'] as [string, string];
  t.same(sides({ A: 'a', B: 'b', C: 'c' }, [tagged], { tags: ['x'] }), [['b', 'c']]);
});

t.test('IMF-32 each template has its own sides', async (t) => {
  const land = { Country: 'Laos', Capital: 'Vientiane', Currency: 'kip' };
  const { cards, unread } = cardsOf(land, [
    ['{{Country}}: capital?', `${BACK}{{Capital}}`],
    ['{{Country}}: currency?', `${BACK}{{Currency}}`],
    ['{{Currency}}', `${BACK}{{Country}}`],
  ]);
  t.same(cards.map(sidesOf), [
    ['Laos: capital?', 'Vientiane'],
    ['Laos: currency?', 'kip'],
    ['kip', 'Laos'],
  ]);
  t.same(unread, [], 'all are on a card');
  const verb = { Infinitive: 'go', Past: 'went', Participle: 'gone' };
  t.same(
    sides(verb, [
      ['<div>Past tense:</div>{{Infinitive}}', '{{Past}}'],
      ['<div>Participle:</div>{{Infinitive}}', '{{Participle}}'],
    ]),
    [
      ['Past tense:\ngo', 'went'],
      ['Participle:\ngo', 'gone'],
    ],
    'labels tell them apart',
  );
  const reversed: Templates = [
    ['{{Front}}', `${BACK}{{Back}}`],
    ['{{#Add Reverse}}{{Back}}{{/Add Reverse}}', `${BACK}{{Front}}`],
  ];
  const optional = { Front: 'f', Back: 'b', 'Add Reverse': 'y' };
  const read = cardsOf(optional, reversed);
  t.same(
    [read.cards.map(sidesOf), read.unread],
    [
      [
        ['f', 'b'],
        ['b', 'f'],
      ],
      [],
    ],
    'a switch is no text that is lost',
  );
  const blank = sides({ ...optional, 'Add Reverse': '' }, reversed);
  t.same(blank[1]?.[0], '', 'a card that is blank in Anki asks nothing');
});

t.test('IMF-32 gaps of several fields, alone, and with what their template shows', async (t) => {
  const isCloze = true;
  const cloze = (given: Given, template: Templates[number], ords = [0]) =>
    sides(given, [template], { isCloze, ords });
  const two = { Text: 'a {{c1::b}}', More: '{{c1::c}} {{c2::d}}', Extra: 'x', Notes: 'n' };
  const question = '{{cloze:Text}}<br>{{cloze:More}}';
  t.same(cloze(two, [question, `${question}<hr>{{Extra}}`], [0, 1]), [
    ['a […]\n[…] d', 'a b\nc d\nx'],
    ['c […]', 'c d\nx'],
  ]);
  t.same(cloze(two, [question, question]), [['a […]\n[…] d', 'a b\nc d']], 'what no side shows is no answer');
  const alone = { Context: 'Of words', Text: 'a {{c1::b::hint}} c {{c1::d}}' };
  t.same(cloze(alone, ['{{Context}}{{cloze-only:Text}}', '{{cloze:Text}}']), [
    ['Of words\n[hint], […]', 'a b c d'],
  ]);
  const typed = ['{{cloze:Text}}{{type:cloze:Text}}', '{{cloze:Text}}{{type:cloze:Text}}'] as [
    string,
    string,
  ];
  t.same(cloze({ Text: '{{c1::a {{c2::b}}}} c', Back: '' }, typed, [0, 1]), [
    ['[…] c', 'a b c'],
    ['a […] c', 'a b c'],
  ]);
  const sections: [string, string] = [
    '{{cloze:Text}}',
    '{{cloze:Text}}{{#c1}}{{One}}{{/c1}}{{#c2}}{{Two}}{{/c2}}',
  ];
  t.same(cloze({ Text: '{{c1::a}} {{c2::b}}', One: '1', Two: '2' }, sections, [0, 1]), [
    ['[…] b', 'a b\n1'],
    ['a […]', 'a b\n2'],
  ]);
});

t.test('IMF-32 a template takes time by its length alone', async (t) => {
  const fields = ['Front', 'Back'];
  const cpu = process.cpuUsage();
  for (const format of [
    '{{#Front}}',
    '<!--',
    '{{/Front}}',
    '{{=<% %>=}}',
    '{{#a}}{{Front}}{{/a}}',
    '{{{',
    '}}',
  ])
    templateSide(fields, format.repeat(Math.floor(100_000 / format.length))).of(() => true);
  t.ok(process.cpuUsage(cpu).user < 3e6);
});

t.test('IMF-41 a choice question keeps its options, and the right one is its answer', async (t) => {
  const brackets = '{{Question}}<br>(A) {{Option A}} (B) {{Option B}}';
  t.same(
    sides({ Question: 'q', 'Option A': 'x', 'Option B': 'y', Key: 'B' }, [[brackets, `${BACK}{{Key}}`]]),
    [['q\n(A) x\n(B) y', '(B) y']],
    'as the template shows them',
  );
  const four = { 'Option A': 'dog', 'Option B': 'cat', 'Option C': 'cow', 'Option D': 'hen' };
  const shown = '{{Question}}<br>A. {{Option A}}<br>B. {{Option B}}<br>C. {{Option C}}<br>D. {{Option D}}';
  const front = 'Which one meows?\nA. dog\nB. cat\nC. cow\nD. hen';
  const question = { Question: 'Which one meows?', ...four };
  for (const [said, back] of [
    ['B', 'B. cat'],
    ['b.', 'B. cat'],
    ['(B)', 'B. cat'],
    ['cat', 'B. cat'],
    ['B. cat', 'B. cat'],
    ['A, C', 'A. dog\nC. cow'],
    ['the cat', 'the cat'],
    ['E', 'E'],
    ['2', '2'],
  ] as const)
    t.same(sides({ ...question, Answer: said }, [[shown, `${BACK}{{Answer}}`]]), [[front, back]], said);
  const list = '{{Question}}<ol type="A"><li>{{Option A}}</li><li>{{Option B}}</li></ol>';
  t.same(
    sides({ Question: 'q', 'Option A': 'x', 'Option B': 'y', Answer: 'A' }, [[list, `${BACK}{{Answer}}`]]),
    [['q\nA. x\nB. y', 'A. x']],
    'a list shows its letters',
  );
  t.same(
    sides(
      { 'Câu hỏi': 'q', 'Phương án A': 'A. x', 'Phương án B': 'B. y', 'Phương án C': '', 'Đáp án': 'B' },
      [['{{Câu hỏi}}<br>{{Phương án A}}<br>{{Phương án B}}<br>{{Phương án C}}', `${BACK}{{Đáp án}}`]],
    ),
    [['q\nA. x\nB. y', 'B. y']],
    'with its own letters',
  );
  const allInOne = {
    Question: 'Which are even?',
    Title: '',
    QType: '1',
    Q_1: 'two',
    Q_2: 'three',
    Q_3: 'four',
    Answers: '1 0 1',
    Sources: 'maths',
  };
  const hidden = '{{Title}}{{Question}}<div>{{Answers}}</div><div>{{QType}}</div>';
  t.same(
    cardsOf(allInOne, [
      [`${hidden}<div>{{Q_1}}</div><div>{{Q_2}}</div><div>{{Q_3}}</div>`, `${BACK}{{Sources}}`],
    ]),
    {
      cards: [
        {
          ord: 0,
          values: {
            id: 'g',
            front: 'Which are even?\n1. two\n2. three\n3. four',
            back: '1. two\n3. four\nmaths',
          },
        },
      ],
      unread: ['QType'],
    },
  );
  t.same(
    sides({ Q1: 'a?', A1: 'x', Q2: 'b?', A2: 'y' }, [
      ['{{Q1}}', '{{A1}}'],
      ['{{Q2}}', '{{A2}}'],
    ]),
    [
      ['a?', 'x'],
      ['b?', 'y'],
    ],
    'questions of one note are no options',
  );
  t.same(
    sides({ A: 'a', B: 'b', C: 'c' }, [['{{A}}{{B}}', '{{C}}']]),
    [['a', 'c']],
    'nor are fields called by letters',
  );
});
