import t from 'tap';
import { startId, submissionId } from '../../../core/exam/attempt/exam-event.ts';

t.test('the ids of first attempts are as logs had them before attempts had a number', async (t) => {
  t.equal(startId(1, 2), '6be7e98b-3dd9-811b-9ceb-e39e6ab7867a');
  t.equal(submissionId(1, 2), '922eade3-4e4c-8c3b-8d82-73819b3315d1');
  t.equal(startId(2_147_483_647, 3), '68afcbb8-2e73-8e8e-8386-2d3151b6197e');
  t.equal(submissionId(41, 100_000), 'ff6cdd4e-4b40-84f6-9991-de83ac903348');
  t.equal(startId(1, 2, 1), startId(1, 2));
  t.equal(submissionId(1, 2, 1), submissionId(1, 2));
});

t.test('each attempt of each student at each exam has a start and a submission of its own', async (t) => {
  const numbers = [1, 2, 11, 12, 21];
  const ids = numbers.flatMap((exam) =>
    numbers.flatMap((student) =>
      numbers.flatMap((attempt) => [startId(exam, student, attempt), submissionId(exam, student, attempt)]),
    ),
  );
  t.equal(new Set(ids).size, 2 * numbers.length ** 3);
  t.equal(startId(1, 2, 2), 'acf3b587-6445-80fd-8235-615c423a51e3', 'known, since it will be in logs');
  t.equal(submissionId(1, 2, 2), 'b4721e4a-a286-803c-9746-8c78a40455fd');
});
