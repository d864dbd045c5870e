import { ACCOUNT_END } from '../../core/account/account-limits.ts';
import { addressOf } from '../../core/address.ts';
import type { Read } from '../../core/api.ts';
import type { Role } from '../../core/contract/roles.ts';
import { ROUND_SIZE } from '../../core/learning/learning-limits.ts';
import { paths } from '../lib/pages/paths.ts';

/** What a page reads as soon as it is drawn. */
interface PageReads {
  /** Only they are shown the page. */
  role: Role;
  /** A regular expression of path and query; its group is the parameter of the calls. */
  page: string;
  reads: { call: Read; query?: Record<string, string | number> }[];
  /** Asked for once the page's scripts have come, before they run: what is read starts a clock. */
  hasClock?: true;
}

/** How long an answer is taken for new. What has a clock says how much time is left. */
const AGE_MAX_MS = { any: 15_000, withClock: 2_000 };

/** What the first screen needs. */
const PAGE_READS: PageReads[] = [
  {
    role: 'student',
    page: paths.student(),
    // Official decks are not among them: the client keeps them for some minutes.
    reads: [
      { call: 'GET /api/today' },
      { call: 'GET /api/activity' },
      { call: 'GET /api/decks' },
      { call: 'GET /api/classes', query: { include: 'decks' } },
      { call: 'GET /api/join-requests' },
    ],
  },
  {
    role: 'student',
    page: paths.learnToday(),
    reads: [
      { call: 'GET /api/today/cards', query: { limit: ROUND_SIZE } },
      { call: 'GET /api/today' },
      { call: 'GET /api/me' },
    ],
  },
  {
    role: 'student',
    page: paths.learn(':deckId').replace(':deckId', '([1-9]\\d*)'),
    reads: [
      { call: 'GET /api/decks/:deckId' },
      { call: 'GET /api/decks/:deckId/cards/set', query: { limit: ROUND_SIZE } },
      { call: 'GET /api/decks/:deckId/counts' },
      { call: 'GET /api/me' },
    ],
  },
  {
    role: 'student',
    page: paths.exam(':examId').replace(':examId', '([1-9]\\d*)'),
    reads: [{ call: 'GET /api/exams/:examId' }],
    hasClock: true,
  },
  {
    role: 'teacher',
    page: paths.teacher(),
    reads: [{ call: 'GET /api/teacher/home' }, { call: 'GET /api/class-invitations' }],
  },
  {
    role: 'teacher',
    page: `${paths.teacherClasses()}\\?(?:.*&)?classId=([1-9]\\d*)(?:&.*)?`,
    reads: [
      { call: 'GET /api/classes', query: { include: 'decks' } },
      { call: 'GET /api/classes/:classId', query: { include: 'decks' } },
      { call: 'GET /api/teacher/home' },
    ],
  },
  {
    role: 'teacher',
    page: `${paths.teacherClasses()}(?:\\?.*)?`,
    reads: [{ call: 'GET /api/classes', query: { include: 'decks' } }],
  },
  {
    role: 'teacher',
    page: `${paths.teacherExams()}(?:\\?.*)?`,
    reads: [{ call: 'GET /api/classes', query: { include: 'decks' } }, { call: 'GET /api/exams' }],
  },
  { role: 'admin', page: paths.admin(), reads: [{ call: 'GET /api/admin/home' }] },
];

/** Addresses with `$1` for what the page's own address has. */
const table = PAGE_READS.map(({ role, page, reads, hasClock }) => [
  role,
  page,
  reads.map(({ call, query }) => {
    const path = call.slice('GET '.length).replace(/:\w+/, '$1');
    return query
      ? `${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`]))}`
      : path;
  }),
  hasClock ? 1 : 0,
]);

/**
 * Runs in a document before its scripts have come: asks for what the page will read first. `early-reads.ts` takes the
 * answers, if they are to the very question that the client would ask. Where a script has come before the document names
 * it, the client asks by itself.
 */
export const EARLY_SCRIPT = `try{
const of=n=>localStorage.getItem(n),role=of('role'),token=of('token')??of('admin_token'),position=sessionStorage.getItem('nho-after-position');
const found=token&&${JSON.stringify(table)}.find(([r,p])=>r===role&&RegExp('^'+p+'$').test(location.pathname+location.search));
if(found){
const [,page,reads,hasClock]=found,id=RegExp('^'+page+'$').exec(location.pathname+location.search)?.[1],all=reads.map(a=>a.replace('$1',id));
const headers={Accept:'application/json',Authorization:'Bearer '+token,...(position?{'After-Position':position}:{})};
const one=all.length===1;
const ask=()=>{
const asked=one?fetch(all[0],{headers}):fetch(${JSON.stringify(addressOf('POST /api/batch'))},{method:'POST',headers:{...headers,'Content-Type':'application/json'},body:JSON.stringify({requests:all.map(url=>({method:'GET',url}))})});
const entries=asked.then(async r=>r.ok?one?[{status:r.status,data:await r.json()}]:(await r.json()).data:[]).catch(()=>[]);
window.earlyReads={token,position:position||null,isLate:!!hasClock,until:hasClock?performance.now()+${AGE_MAX_MS.withClock}:${AGE_MAX_MS.any},end:asked.then(r=>r.headers.get(${JSON.stringify(ACCOUNT_END)})).catch(()=>null),answers:Object.fromEntries(all.map((a,i)=>[a,entries.then(e=>e[i])]))};
};
if(hasClock){
const come=new Set(),of=()=>[...document.querySelectorAll('link[rel=modulepreload]')];
const look=e=>{come.add(e.target);if(document.readyState!=='loading'&&of().every(l=>come.has(l))){document.removeEventListener('load',look,true);ask()}};
document.addEventListener('load',look,true);
}else ask();
}}catch{}`;
