import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What texts are together, and whose modules those are that show them; `base` is for everybody. */
const AUDIENCE = {
  base: 'base',
  // What everybody may read, where one logs in, and one's own account: each needs its own texts alone.
  public: 'base',
  entry: 'base',
  account: 'base',
  // What a call may bring.
  errors: 'base',
  student: 'student',
  teacher: 'teacher',
  // In a deck's table, the trash, and where they bring a list, teachers need other texts.
  table: 'teacher',
  import: 'teacher',
  trash: 'teacher',
  admin: 'admin',
} as const;

export type Area = keyof typeof AUDIENCE;
type Audience = (typeof AUDIENCE)[Area];

export const AREAS = Object.keys(AUDIENCE) as Area[];

/** Returns whom the modules of an area are for. */
export const audienceOf = (area: Area): Audience => AUDIENCE[area];

export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const WEB = resolve(import.meta.dirname, '..');

/** A file of `web`. A name that nothing has would leave its chunks to chance without anybody's notice. */
function moduleAt(...path: string[]): string {
  const file = join(WEB, ...path);
  if (!existsSync(file)) throw new Error(`${file} is named in the list of chunks, and is not there.`);
  return file;
}

export const MAIN = moduleAt('main.tsx');
const ROOF = join(WEB, 'app');
/** What header and sections load for users, whose pages all have it. */
export const FRAME = ['user-actions.tsx', 'sections.tsx'].map((name) => moduleAt('app/shell', name));
const LAZY = /'([a-z]+)',\s*\(\)\s*=>\s*import\('([^']+)'\)/g;

/** The parts that are loaded when they are needed, by the file that they begin with. */
export function lazyParts(): Map<string, Area> {
  const parts = new Map<string, Area>();
  for (const name of readdirSync(ROOF).filter((one) => one.endsWith('.tsx')))
    for (const [, area, path] of readFileSync(join(ROOF, name), 'utf8').matchAll(LAZY))
      parts.set(join(ROOF, path as string), area as Area);
  return parts;
}

/** All modules that a module brings along, itself among them; `isAlso` says which of its dynamic imports count. */
export function closure(
  graph: ModuleGraph,
  from: string,
  isAlso: (id: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const info = graph.getModuleInfo(id);
    open.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []).filter(isAlso));
  }
  return found;
}

/** All modules of each area. What is reached past every part belongs to `base`: it is there for everybody. */
export function areaModules(graph: ModuleGraph): Map<Area, Set<string>> {
  const parts = lazyParts();
  const isNoPart = (id: string) => !parts.has(id);
  const modules = new Map<Area, Set<string>>(AREAS.map((area) => [area, new Set()]));
  modules.set('base', closure(graph, MAIN, isNoPart));
  for (const [part, area] of parts)
    for (const id of closure(graph, part, isNoPart)) modules.get(area)?.add(id);
  return modules;
}

/** What it needs is in the chunk of everybody: many see it first. */
const FIRST_PAGE = moduleAt('desk/public/home.page.tsx');

/**
 * Where teachers come in, and what they look at most. What these need is apart from what making decks and exams needs.
 * So a phone is spared that until it is wanted.
 */
const OFTEN_OPENED = {
  'teacher-home': moduleAt('desk/teacher/teacher.page.tsx'),
  'teacher-classes': moduleAt('desk/classes/teacher-classes.page.tsx'),
};

/** What a student does, and the pages that it takes: the others are spared what these alone need. */
const STUDENTS_WORK = {
  exam: ['exam/attempt/exam-session.page.tsx', 'exam/attempt/exam-sender.tsx'],
  learning: [
    'learning/screen/learning-session.page.tsx',
    ...['trial', 'cram', 'pairs'].map((name) => `learning/practice/${name}.page.tsx`),
    'learning/own/own-cards.page.tsx',
  ],
};
const WORK_PARTS = Object.entries(STUDENTS_WORK).map(
  ([name, files]) => [name, new Set(files.map((file) => moduleAt(file)))] as const,
);

interface Reach {
  main: Set<string>;
  /** In `rooms` an area's own texts count as well: what reads lists and files is one of them. */
  byParts: Map<string, { parts: Set<string>; areas: Set<Audience>; rooms: Set<Area> }>;
  /** What the frame of pages for users brings along. */
  frame: Set<string>;
  /** What pages for everybody bring along. */
  visitors: Set<string>;
  /** What dialogs and the like bring along, which are loaded later than the part that they are of. */
  lazy: Set<string>;
  /** For whom those dialogs are. */
  lazyAreas: Map<string, Set<Area>>;
}

function reachOf(graph: ModuleGraph): Reach {
  const parts = lazyParts();
  const reach: Reach = {
    main: closure(graph, MAIN),
    byParts: new Map(),
    frame: new Set(),
    visitors: new Set(),
    lazy: new Set(),
    lazyAreas: new Map(),
  };
  for (const [part, area] of parts)
    for (const id of closure(graph, part)) {
      const by = reach.byParts.get(id) ?? { parts: new Set(), areas: new Set(), rooms: new Set() };
      by.parts.add(part);
      by.rooms.add(area);
      by.areas.add(audienceOf(area));
      reach.byParts.set(id, by);
    }
  // What the frame of all pages loads later must not bring an area's whole chunk along.
  for (const id of reach.main)
    for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      if (!parts.has(lazy))
        for (const one of closure(graph, lazy)) {
          reach.byParts.get(one)?.parts.add(lazy);
          reach.byParts.get(one)?.areas.add('base');
        }
  for (const [part, area] of parts)
    for (const id of closure(graph, part))
      for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        if (!parts.has(lazy))
          for (const one of closure(graph, lazy))
            reach.lazyAreas.set(one, (reach.lazyAreas.get(one) ?? new Set()).add(area));
  for (const file of FRAME) for (const id of closure(graph, file)) reach.frame.add(id);
  for (const [part, area] of parts)
    if (audienceOf(area) === 'base') for (const id of closure(graph, part)) reach.visitors.add(id);
  const everything = closure(graph, MAIN, () => true);
  for (const id of everything)
    for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      if (!parts.has(lazy)) for (const one of closure(graph, lazy)) reach.lazy.add(one);
  return reach;
}

/** What windows, menus and long tables are made of. A page that draws none at first is spared it. */
const OVERLAYS = new RegExp(
  [
    '/node_modules/(@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|tslib|get-nonce)/',
    '@mantine/core/(esm/components|styles)/(Modal|ModalBase|Overlay|Portal|FocusTrap|ScrollArea|Table)\\b',
    'get-default-z-index|get-single-element-child|/web/chart/figures-table|/web/ui/control/dialog\\.tsx',
  ].join('|'),
);

/** What finds cards in lists and files. Administrators load it as well, with their section of imports. */
const READS_FILES = /\/core\/(deck-import\/(anki|cards|formats)\/|text\/(pasted-cells|table-rows)\.)/;

const isOfPackage = (id: string) => id.includes('/node_modules/');
const isStyle = (id: string) => id.endsWith('.css');

/**
 * Names the chunk of each module. What everybody needs is two, ours and the packages'. What one part alone needs is
 * with that part; what the frame of pages for users needs is one chunk; what several of one area need is the area's
 * chunk; what areas share is one more.
 */
export function chunkNames(): (id: string, graph: ModuleGraph) => string | null {
  let reach: Reach | undefined;
  return (id, graph) => {
    reach ??= reachOf(graph);
    const by = reach.byParts.get(id);
    if (reach.main.has(id)) return isOfPackage(id) && !isStyle(id) ? 'vendor' : 'main';
    if (OVERLAYS.test(id)) return 'overlays';
    // A student's dialog that takes an icon of the frame must not bring all of it along.
    const isIconTakenLater = /@tabler/.test(id) && reach.lazyAreas.get(id)?.has('student');
    if (reach.frame.has(id) && isIconTakenLater) return 'shared';
    // Nor must the little that a login shares with the frame.
    if (reach.frame.has(id) && !by?.areas.has('student'))
      // The menu is one of the windows, and these must not need the frame: pages without it have them, too.
      return reach.visitors.has(id) ? 'main' : 'frame';
    // Only needed later. What it takes of the components is shared by all that come later; who takes an icon alone is
    // spared them.
    if (!by && /@tabler/.test(id)) return 'icons';
    if (!by) return /@mantine|@floating-ui/.test(id) ? 'widgets' : null;
    const isVisitors = by.areas.size === 1 && by.areas.has('base');
    if (isVisitors && isStyle(id)) return 'main';
    if (by.parts.size === 1 && !reach.lazy.has(id)) return null;
    const work = WORK_PARTS.find(([, parts]) => by.parts.isSubsetOf(parts));
    // What the rest of the client takes later must not bring all of that work along.
    const isTakenElsewhere = id.includes('/web/ui/') && reach.lazy.has(id);
    if (work && !isOfPackage(id) && !isTakenElsewhere) return work[0];
    if (by.parts.has(FIRST_PAGE)) return 'main';
    // Lists and files are read on a few pages; the others of their area are spared how.
    if (by.rooms.size === 1 && by.rooms.has('import') && (!reach.lazy.has(id) || READS_FILES.test(id)))
      return 'import';
    const [area] = by.areas;
    if (by.areas.size === 1 && !isVisitors) {
      // A student's dialog must not bring the whole chunk of teachers along.
      const isInStudentsDialog = area !== 'student' && reach.lazyAreas.get(id)?.has('student');
      if (isInStudentsDialog) return 'overlays';
      const often = Object.entries(OFTEN_OPENED).find(([, page]) => by.parts.has(page));
      return often?.[0] ?? area ?? null;
    }
    if (reach.visitors.has(id) && !by.areas.has('student')) return 'visitors';
    // Students have the cheapest phones: they are spared what only the others share.
    return by.areas.has('student') ? 'shared' : 'others';
  };
}
