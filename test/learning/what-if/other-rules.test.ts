import t, { type Test } from 'tap';
import { default_w } from 'ts-fsrs';
import { OtherRulesError, readOtherRules } from '../../../core/learning/what-if/other-rules.ts';

const refused = (t: Test, rules: unknown, message: RegExp) => {
  const text = typeof rules === 'string' ? rules : JSON.stringify(rules);
  t.throws(() => readOtherRules(text), { name: OtherRulesError.name, message }, text);
};

t.test('everything at once can be other; what is left out is as it is live', async (t) => {
  t.same(readOtherRules('{}'), {});
  const rules = {
    weights: [...default_w],
    retention: 0.85,
    maximum_interval: 180,
    new_cards_per_day: 10,
    max_cards_per_day: 100,
    seed: 7,
    days: 60,
  };
  t.same(readOtherRules(JSON.stringify(rules)), rules);
});

const REFUSED = [
  ['{', /^This is not JSON: /],
  ['[]', /^This must be one JSON object/],
  ['null', /^This must be one JSON object/],
  [{ request_retention: 0.9 }, /^There is no rule "request_retention": there are weights, retention, /],
  [{ constructor: 1 }, /^There is no rule "constructor"/],
  [{ retention: 0.99 }, /^retention must be a number from 0\.8 to 0\.95, not 0\.99\.$/],
  [{ retention: '0.9' }, /^retention must be a number from 0\.8 to 0\.95, not "0\.9"\.$/],
  [{ retention: null }, /^retention must be a number from 0\.8 to 0\.95, not null\.$/],
  [{ maximum_interval: 0 }, /^maximum_interval must be a whole number from 1 to 36500, not 0\.$/],
  [{ maximum_interval: 1.5 }, /^maximum_interval must be a whole number from 1 to 36500, not 1\.5\.$/],
  [{ new_cards_per_day: -1 }, /^new_cards_per_day must be a whole number from 0 to 9999, not -1\.$/],
  [{ max_cards_per_day: 1e6 }, /^max_cards_per_day must be a whole number from 0 to 99999, not 1000000\.$/],
  [{ new_cards_per_day: 20, max_cards_per_day: 100 }, /^max_cards_per_day must be at least 10 times/],
  [{ weights: [...default_w, 1] }, /^weights must be 21 numbers, not 22 numbers\.$/],
  [{ weights: 'default' }, /^weights must be 21 numbers, not "default"\.$/],
  [{ weights: default_w.with(4, 11) }, /^weights\[4\] must be between 1 and 10, not 11\.$/],
  [{ seed: -1 }, /^seed must be a whole number from 0 to 4294967295, not -1\.$/],
  [{ days: 366 }, /^days must be a whole number from 1 to 365, not 366\.$/],
] as const;

t.test('rules that cannot be are refused in a sentence, all at once', async (t) => {
  for (const [rules, sentence] of REFUSED) refused(t, rules, sentence);
  refused(t, { retention: 2, days: 0, pace: 1 }, /^.+\n.+\n.+$/);
});
