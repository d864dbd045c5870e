/** Given on the command line at each start. So a newer version of the product also reaches an older cluster. */
export function postgresSettings(port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // A throw-away cluster is shared by several products at once.
    max_connections: durable ? 100 : 400,
    shared_buffers: '128MB',
    random_page_cost: 1.1,
    jit: 'off', // Compiling costs more than our short statements take.
    max_prepared_transactions: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
    // The log of events writes all day: fewer, spread checkpoints and compressed full pages halve what goes to disk.
    wal_compression: 'on',
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '15min',
    log_checkpoints: 'off',
    // Statements, their values and the rows they failed on hold hashes and people's names: none of it is written down.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    // An acknowledged answer of a student is on the disk. A throw-away cluster has nothing to lose in a power cut.
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
