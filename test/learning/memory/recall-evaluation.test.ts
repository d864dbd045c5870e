import t, { type Test as Tap } from 'tap';
import { evaluateRecall, type RecallPrediction } from '../../../core/learning/memory/recall-evaluation.ts';

const at = (predicted: number, recalled: boolean, others: Partial<RecallPrediction> = {}) => ({
  predicted,
  recalled,
  elapsed: 3,
  reviews: 2,
  lapses: 0,
  ...others,
});

const near = (t: Tap, found: number | null | undefined, expected: number): void =>
  void t.ok(Math.abs((found ?? Number.NaN) - expected) < 1e-9, `${found} is ${expected}`);

t.test('nothing was predicted: no scores', async (t) => {
  t.equal(evaluateRecall([]), null);
});

t.test('the measures, counted by hand', async (t) => {
  const scores = evaluateRecall([at(0.9, true), at(0.8, true), at(0.7, false), at(0.85, false)])!;
  t.equal(scores.reviews, 4);
  near(t, scores.observed, 0.5);
  near(t, scores.predicted, 0.8125);
  near(t, scores.log_loss, -(Math.log(0.9) + Math.log(0.8) + Math.log(0.3) + Math.log(0.15)) / 4);
  near(t, scores.rmse_bins, 0.3125);
  near(t, scores.auc, 3 / 4);
});

t.test('reviews that differ in elapsed days, reviews or lapses are judged apart', async (t) => {
  // All together the shares agree; apart each is wrong by 0.5.
  for (const others of [{ elapsed: 30 }, { reviews: 9 }, { lapses: 3 }]) {
    const scores = evaluateRecall([at(0.5, true), at(0.5, false, others)])!;
    near(t, scores.rmse_bins, 0.5);
  }
  near(t, evaluateRecall([at(0.5, true), at(0.5, false)])!.rmse_bins, 0);
});

t.test('equal predictions tell nothing apart: AUC 0.5; of one kind there is none', async (t) => {
  near(t, evaluateRecall([at(0.9, true), at(0.9, false), at(0.9, true)])!.auc, 0.5);
  t.equal(evaluateRecall([at(0.9, true)])!.auc, null);
});

t.test('one certain miss does not make everything infinite', async (t) => {
  const scores = evaluateRecall([at(1, false), at(0, true)])!;
  t.ok(Number.isFinite(scores.log_loss) && scores.log_loss > 10);
});
