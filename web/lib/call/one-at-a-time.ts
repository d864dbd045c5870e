/**
 * `run`, but never twice at once: what is asked for meanwhile, however often, is one more run afterwards, which sees
 * everything that has happened until then. A run that rejects is over like any other.
 */
export function oneAtATime(run: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isWanted = false;

  const start = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await run().catch(() => {});
    }
    isRunning = false;
  };

  return () => {
    isWanted = true;
    if (!isRunning) void start();
  };
}
