/** True while there is a process of this number, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns a signal that ends the work of this process: it was interrupted, or the process that started it is gone. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(name, () => controller.abort());
  // Else the line to that process would keep this one alive.
  process.channel?.unref();
  return controller.signal;
}
