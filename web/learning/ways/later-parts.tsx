/** What only some ways to practise need, as one part of the script. */
export { JudgedSheet } from '../card/judged-sheet.tsx';
export { ChoiceBox } from './choice-box.tsx';
export { ClassWayNote } from './class-way.tsx';
export { DictationPrompt } from './dictation-prompt.tsx';
