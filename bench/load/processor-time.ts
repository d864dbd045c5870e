import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in which Linux tells processor time. */
const TICKS = 100;

/**
 * Fields of `/proc/PID/stat`, or of a thread's, after the command, which may hold blanks. Throws when there is no such
 * process.
 */
function fieldsOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const secondsOf = (...ticks: (string | undefined)[]): number =>
  ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS;

/** Processor time in seconds that a process has taken, all its threads together. */
export function processorSeconds(pid: number): number {
  const fields = fieldsOf(pid);
  return secondsOf(fields[11], fields[12]);
}

/** Processor time in seconds by the names of a process's threads. Threads of one name count together. */
export function threadSeconds(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`))
    try {
      const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
      const fields = fieldsOf(`${pid}/task/${thread}`);
      times.set(name, (times.get(name) ?? 0) + secondsOf(fields[11], fields[12]));
    } catch {
      // It has ended meanwhile.
    }
  return times;
}

/** The processes that this one has started, without theirs. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return Number(fieldsOf(child)[1]) === pid;
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
}

/** The processor time of a Postgres by its processes; under 0 that of the postmaster and of those that have ended. */
export function postgresTimes(postmaster: number): Map<number, number> {
  const times = new Map([[0, secondsOf(...fieldsOf(postmaster).slice(11, 15))]]);
  for (const pid of childrenOf(postmaster))
    try {
      times.set(pid, processorSeconds(pid));
    } catch {
      // It has ended meanwhile.
    }
  return times;
}

/** Processor time in seconds that all processes of the machine have taken, and what its host has taken from it. */
function machineSeconds(): number {
  const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/);
  return secondsOf(user, nice, system, irq, softirq, steal);
}

/**
 * Begins to watch the machine. The function that it returns says how many cores have been busy since with something else
 * than these processes, this Postgres and this program. Figures of a busy machine say little.
 */
export function watchOthers(pids: number[], postmaster: number): () => number {
  const now = () => {
    const own = [process.pid, ...pids].map(processorSeconds);
    const all = [...own, ...postgresTimes(postmaster).values()];
    return {
      others: machineSeconds() - all.reduce((sum, one) => sum + one, 0),
      at: performance.now() / 1_000,
    };
  };
  const before = now();
  return () => {
    const after = now();
    return Math.max(0, (after.others - before.others) / (after.at - before.at));
  };
}

/** Binds a process, its threads and what it starts from now on to these cores, such as `0,1`. */
export function bindTo(cores: string, pid: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}
