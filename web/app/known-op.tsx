import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'

const OPS = new Set<string | undefined>([undefined, 'edit', 'copy'])

/** A record's address may end in an operation; any other word there redirects to /home. */
export function KnownOp({ children }: { children: ReactNode }) {
  const { op } = useParams()
  return OPS.has(op) ? children : <Navigate to={PATHS.home} replace />
}
