import type { Generated } from 'kysely'
import type { Id } from './columns.ts'

/** Backup runs and their results. */
export type Backups = {
  backup_run: {
    id: Id
    begun_at: Date
    file: string
    ended_at: Date | null
    bytes: number | null
    is_proved: Generated<boolean>
    failure: string | null
  }
  backup_turn: { is_only: boolean; night: string }
}
