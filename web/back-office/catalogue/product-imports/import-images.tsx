import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { isAborted } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

/** Offers to fetch the photos whose addresses a saved file has: nothing is requested before an admin confirms. */
export function ImportImages({ import: { id, images } }: { import: ProductImport }) {
  const { t } = useTranslation()
  const { counts, isBusy, fetch, cancel } = useFetching(id, images)
  if (counts.total === 0) return null
  const { total, done, saved, failed } = counts
  const text = t('importImages.fetching', { done: String(done), total: String(total) })
  return (
    <Panel component="section" aria-label={t('importImages.title')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {done === 0 && !isBusy && (
          <Typography sx={{ maxWidth: '68ch' }}>{t('importImages.ask', { count: total })}</Typography>
        )}
        {isBusy && (
          <Box>
            <div>{text}</div>
            <LinearProgress variant="determinate" value={(done / total) * 100} aria-label={text} />
          </Box>
        )}
        <Box role="status">
          {done > 0 && !isBusy && t('importImages.saved', { count: saved })}
          {failed > 0 && !isBusy && ` ${t('importImages.failed', { count: failed })}`}
        </Box>
        {!isBusy && failed > 0 && <FailedImages id={id} />}
        {(isBusy || done < total) && (
          <Box>
            <Button variant="outlined" onClick={isBusy ? cancel : fetch}>
              {isBusy ? t('common.cancel') : done === 0 ? t('importImages.fetch') : t('importImages.again')}
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  )
}

/** Calls the server until it has looked at all rows. What was fetched stays when the page is left, and the rest can follow. */
function useFetching(id: number, images: ProductImport['images']) {
  const notifyFailure = useFailureNotice()
  const [latest, setLatest] = useState(images)
  const [isBusy, setBusy] = useState(false)
  const fetching = useRef<AbortController>(undefined)
  useEffect(() => () => fetching.current?.abort(), [])
  const fetchAll = async () => {
    const { signal } = (fetching.current = new AbortController())
    setBusy(true)
    try {
      for (let counts = latest; counts.done < counts.total && !signal.aborted;) {
        counts = (await callApi(productImports.fetchImages, { params: { id }, signal })).images
        setLatest(counts)
      }
    } catch (error) {
      if (!isAborted(error)) notifyFailure(error, 'import-failed')
    }
    setBusy(false)
  }
  const counts = latest.done > images.done ? latest : images
  return { counts, isBusy, fetch: () => void fetchAll(), cancel: () => fetching.current?.abort() }
}

function FailedImages({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    ...queryFor(productImports.imageFailures, { params: { id } }),
    staleTime: 0,
    meta: { handlesOwnError: true },
  })
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      {data.map(({ row, name, product_id: productId, address, problem }) => (
        <li key={row}>
          {productId === null ? (
            name
          ) : (
            <MuiLink component={Link} to={`${PATHS.products}/${productId}/edit`}>
              {name}
            </MuiLink>
          )}
          {` · ${t('importImages.row', { row: String(row) })}`}
          <div>{t(`importImages.faults.${problem}`)}</div>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{address}</Box>
        </li>
      ))}
    </Box>
  )
}
