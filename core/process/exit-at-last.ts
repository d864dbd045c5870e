/** As long as senders of SIGTERM usually wait. */
const ENDING_MS = 10_000;

/** Ends the process when it has not ended by itself in time: what it waits for may never come. */
export function exitAtLast(): void {
  setTimeout(() => {
    console.error(`Ended after ${ENDING_MS / 1_000} s although something was still under way.`);
    process.exit(1);
  }, ENDING_MS).unref();
}
