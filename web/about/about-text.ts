import { msg } from '@lingui/core/macro';

/** Paragraphs in simple markup: bold and line breaks only. */
export const studentArticle = [
  msg`Learning a language is mostly a matter of <b>meeting the same words again</b>, at the right moment. Too early, and it is a waste of time. Too late, and you start from nothing. This is the moment that we look for, for every single card.`,
  msg`<b>How a day goes</b><br>You open a deck and see the first card. You try to recall the answer, type it if you like, then turn the card over. You say how it went: you did not know it, you needed a look, or you were confident. That is all. The card's next day follows from your answer.`,
  msg`<b>How much is enough?</b><br>Twenty new cards a day is a good beginning; you can set the number for each deck. Some days bring many reviews, others few. A day missed is no drama: the cards wait, the oldest ones first.`,
  msg`<b>A word about honesty</b><br>Nobody sees your ratings but you. When you hesitate, say so: the card then comes back sooner, and that is exactly what helps.`,
];

export const teacherArticle = [
  msg`Your students already have more to read than they have time for. What they lack is a way to <b>keep</b> it. Ten minutes of cards a day, at home or on the bus, do more for their vocabulary than an hour before the test.`,
  msg`<b>Start small</b><br>Choose one deck and one time of day. The first five minutes of a lesson work well: everybody studies their own cards, at their own pace, and nobody waits for anybody.`,
  msg`<b>Praise the habit</b><br>The number of cards says little; coming back every day says a lot. Ask about the words that were hard this week, and use them in the lesson.`,
  msg`<b>For parents</b><br>You are welcome to a teacher's account too. A little interest in the evening, one word asked at dinner, is the best reminder there is.`,
];
