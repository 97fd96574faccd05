import { useNow } from './use-now.ts'

/** How the wait for the next SMS stands, every second; undefined when one may be sent. */
export function useCooldown(cooldownUntil: string | null): { until: Date; now: Date } | undefined {
  const now = useNow(cooldownUntil)
  const until = new Date(cooldownUntil ?? 0)
  return until > now ? { until, now } : undefined
}
