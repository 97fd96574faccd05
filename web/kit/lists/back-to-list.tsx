import Button from '@mui/material/Button'
import { Link } from '#web/kit/shell/link.tsx'

/** The query of each list as it was last seen, by its path: search, filters, sort and page. */
const lastQueries = new Map<string, string>()

export const rememberList = (path: string, query: string): void => void lastQueries.set(path, query)

/** Leads from a record to its list as it was. */
export function BackToList({ path, children }: { path: string; children: string }) {
  return (
    <Button variant="text" size="small" component={Link} to={`${path}${lastQueries.get(path) ?? ''}`}>
      {children}
    </Button>
  )
}
