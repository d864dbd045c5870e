import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `node --cpu-prof` writes: microseconds, on the clock of `process.hrtime`. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  /** From 0; -1 of what is no JavaScript. */
  lineNumber: number;
}

/** Shares, of 1, of the time in which the process was at work. */
export interface TimeShare {
  name: string;
  /** By itself. */
  self: number;
  /** With all that it calls. */
  total: number;
}

const ROOT = pathToFileURL(join(import.meta.dirname, '../..')).href;

/** Frames of V8's own that stand for no function. */
const NOT_AT_WORK = ['(idle)', '(root)'];

/** What a function belongs to: a folder of ours, a package, or a part of Node; a native one to what calls it. */
function groupOf({ functionName, url }: CallFrame, caller: string | undefined): string {
  if (functionName === '(garbage collector)') return 'garbage collector, main thread';
  if (functionName === '(program)') return 'native code outside of JavaScript';
  if (url.startsWith('node:')) return nodePartOf(url);
  const packageName = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (packageName) return packageName;
  if (!url.startsWith(ROOT)) return caller ?? 'native functions';
  return url.slice(ROOT.length + 1, url.lastIndexOf('/'));
}

function nodePartOf(url: string): string {
  const name = url.slice('node:'.length).replace('internal/', '');
  if (/^_?http/.test(name)) return 'node: http';
  if (/^(_?stream|net|stream_base)/.test(name)) return 'node: streams and sockets';
  if (/^(buffer|string_decoder|encoding)/.test(name)) return 'node: buffers';
  if (/^(timers|process\/task_queues|process\/promises)/.test(name)) return 'node: timers and ticks';
  if (/^crypto/.test(name)) return 'node: crypto';
  if (/^(async|events|diagnostics|abort)/.test(name)) return 'node: events and async hooks';
  return 'node: others';
}

/** A native function is named with the package or folder that it works for. */
function functionOf({ functionName, url, lineNumber }: CallFrame, groups: Set<string>): string {
  const name = functionName || '(anonymous)';
  if (url !== '') {
    const path = url.startsWith(ROOT) ? url.slice(ROOT.length + 1) : url;
    return `${name}  ${path.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`;
  }
  const user = [...groups].findLast((group) => !group.startsWith('node:'));
  return user && !name.startsWith('(') ? `${name}, native, for ${user}` : name;
}

/**
 * Where the time of these profiles went between two moments of `process.hrtime.bigint`, by groups and by functions, the
 * most by itself first. Shares are those of all time that was not idle.
 */
export function profileShares(
  texts: string[],
  { from, to }: { from: bigint; to: bigint },
): { groups: TimeShare[]; functions: TimeShare[] } {
  const [groups, functions] = [new Shares(), new Shares()];
  for (const text of texts) {
    const profile = JSON.parse(text) as CpuProfile;
    const times = timesOf(profile, Number(from / 1_000n), Number(to / 1_000n));
    const byId = new Map(profile.nodes.map((node) => [node.id, node]));
    const roots = new Set(byId.keys());
    for (const { children = [] } of profile.nodes) for (const child of children) roots.delete(child);
    // Each node of the tree is one way of calls; a group or a function counts once on each way.
    const visit = (id: number, above: Way): void => {
      const { callFrame, children = [] } = byId.get(id)!;
      const time = NOT_AT_WORK.includes(callFrame.functionName) ? 0 : (times.get(id) ?? 0);
      const group = groupOf(callFrame, above.group);
      const way: Way = {
        group,
        groups: new Set(above.groups).add(group),
        functions: new Set(above.functions),
      };
      const name = functionOf(callFrame, above.groups);
      way.functions.add(name);
      groups.add(group, way.groups, time);
      functions.add(name, way.functions, time);
      for (const child of children) visit(child, way);
    };
    const top: Way = { group: undefined, groups: new Set(), functions: new Set() };
    for (const root of roots) for (const child of byId.get(root)!.children ?? []) visit(child, top);
  }
  return { groups: groups.sorted(), functions: functions.sorted() };
}

/** From the outermost call inwards. */
interface Way {
  group: string | undefined;
  groups: Set<string>;
  functions: Set<string>;
}

class Shares {
  readonly #self = new Map<string, number>();
  readonly #total = new Map<string, number>();
  #all = 0;

  add(name: string, way: Set<string>, time: number): void {
    if (time === 0) return;
    this.#all += time;
    this.#self.set(name, (this.#self.get(name) ?? 0) + time);
    for (const one of way) this.#total.set(one, (this.#total.get(one) ?? 0) + time);
  }

  sorted(): TimeShare[] {
    return [...this.#total]
      .map(([name, total]) => ({
        name,
        self: (this.#self.get(name) ?? 0) / this.#all,
        total: total / this.#all,
      }))
      .toSorted((a, b) => b.self - a.self);
  }
}

/** Microseconds by the node that was sampled. A sample stands for the time until the next one. */
function timesOf(
  { startTime, samples, timeDeltas }: CpuProfile,
  from: number,
  to: number,
): Map<number, number> {
  const times = new Map<number, number>();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index]!;
    const until = timeDeltas[index + 1] ?? 0;
    if (at >= from && at < to) times.set(id, (times.get(id) ?? 0) + until);
  }
  return times;
}
