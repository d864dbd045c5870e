/** Preloaded into each child: when the launcher dies without a word, the child ends as if asked to, within 10 s. */
process.once('disconnect', () => {
  setTimeout(() => process.exit(1), 10_000).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone must not keep a child alive that has finished its work.
process.channel?.unref();
