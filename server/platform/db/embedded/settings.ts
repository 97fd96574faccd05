/** Settings of a PostgreSQL server, by their names in PostgreSQL's manual. */
export type Settings = Record<string, string>

/** For a small machine that may lose power at any moment: durable, no network, modest memory. */
export const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'puoti',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // The shop makes its own backups, without log shipping.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  shared_buffers: '64MB',
  max_connections: '60',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  huge_pages: 'off',
  autovacuum: 'on',
  // A prepared statement keeps the plan it got for an empty table until the table is analysed: in a new shop, soon.
  autovacuum_naptime: '15s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements and error details contain what shoppers typed: they stay out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

export function asArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
