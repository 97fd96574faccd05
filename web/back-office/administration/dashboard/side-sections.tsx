import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { type AdminHome, adminHome, type UnknownCode } from '#contract/administration/dashboard.ts'
import { CODES_HASH } from '#web/back-office/kit/waiting-work.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { reloaded } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { momentText } from './home-labels.ts'
import { SHORT_LEVELS, shortPath } from './tiles.tsx'

type SideSectionProps = {
  title: string
  /** The hash of an address that scrolls to the section. */
  anchor?: string
  children: ReactNode
}

/** A titled section of the side column. */
export function SideSection({ title, anchor, children }: SideSectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isWanted = useLocation().hash === anchor
  useEffect(() => {
    if (!isWanted) return
    section.current?.scrollIntoView()
    section.current?.focus({ preventScroll: true })
  }, [isWanted])
  return (
    <Box
      component="section"
      ref={section}
      aria-labelledby={id}
      tabIndex={anchor === undefined ? undefined : -1}
      sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}
    >
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** Shown when a section has nothing to do. */
export function Calm({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'start', color: 'success.main', py: 0.5 }}>
      <Box component="span" sx={{ flexShrink: 0, display: 'flex' }}>
        <CheckIcon size={22} />
      </Box>
      <span>{children}</span>
    </Box>
  )
}

export const sideList = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
} as const

const SHOWN = 5

/** The stores with shortages, with a link to each list. */
export function RunningOut({ stores }: { stores: AdminHome['short_stores'] }) {
  const { t } = useTranslation()
  const left = stores.length - SHOWN
  return (
    <SideSection title={t('adminHome.running')}>
      {stores.length === 0 && <Calm>{t('adminHome.shortNothing')}</Calm>}
      <Box component="ul" sx={{ ...sideList, '&:empty': { display: 'none' } }}>
        {stores.slice(0, SHOWN).map(store => (
          <Box component="li" key={store.id} sx={{ py: 0.5 }}>
            <Typography sx={{ fontWeight: 650 }}>{store.name}</Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, ml: -1 }}>
              {SHORT_LEVELS.filter(level => store[level] > 0).map(level => {
                const text = t(`adminHome.${level}`, { count: store[level] })
                return (
                  <Button
                    key={level}
                    size="small"
                    component={Link}
                    to={shortPath(store.id, level)}
                    aria-label={`${store.name}: ${text}`}
                  >
                    {text}
                  </Button>
                )
              })}
            </Box>
          </Box>
        ))}
      </Box>
      {left > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('adminHome.moreCodes', { count: left })}
        </Typography>
      )}
    </SideSection>
  )
}

/** Printed shelf labels that differ from ones printed today, with a link to their products. */
export function OutdatedLabels({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <SideSection title={t('adminHome.shelfLabels')}>
      <Box sx={{ ml: -1 }}>
        <Button size="small" component={Link} to={`${PATHS.products}?shelf_label=outdated`}>
          {t('adminHome.outdatedLabels', { count })}
        </Button>
      </Box>
    </SideSection>
  )
}

/** Products whose only code is a case's with the digits of a piece's, with a link to them. */
export function PieceCodesAsCases({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <SideSection title={t('adminHome.pieceCodes')}>
      <Box sx={{ ml: -1 }}>
        <Button size="small" component={Link} to={`${PATHS.products}?case_of_piece=true`}>
          {t('adminHome.pieceCodesAsCases', { count })}
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t('adminHome.pieceCodesText')}
      </Typography>
    </SideSection>
  )
}

type UnknownCodesProps = {
  at: string
  codes: AdminHome['unknown_codes']
  timeZone: string
}

function useDismiss() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  return useMutation({
    mutationFn: (code: string) => callApi(adminHome.dismissCode, { params: { code } }),
    onSuccess: async () => {
      await reloaded()
      notify({ id: 'code-dismissed', severity: 'info', text: t('adminHome.dismissed') })
    },
    onError: error => {
      notifyFailure(error)
    },
  })
}

type CodeRowProps = {
  item: UnknownCode
  at: string
  timeZone: string
  dismiss: ReturnType<typeof useDismiss>
}

/** The product that has the code, and why it can't be bought. */
function ProductOfCode({ product, stores }: { product: NonNullable<UnknownCode['product']>; stores: string[] }) {
  const { t } = useTranslation()
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      <MuiLink component={Link} to={`${PATHS.products}/${product.id}/edit`}>
        {product.name}
      </MuiLink>
      {' · '}
      {product.enabled ? t('adminHome.codeNotSold', { stores: stores.join(', ') }) : t('adminHome.codeInactive')}
    </Typography>
  )
}

function CodeRow({ item, at, timeZone, dismiss }: CodeRowProps) {
  const { t } = useTranslation()
  const { code, reports, stores, last_at: lastAt, product } = item
  return (
    <Box component="li" sx={{ py: 1 }}>
      <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        {code}
      </Typography>
      {product && <ProductOfCode product={product} stores={stores} />}
      <Typography variant="body2" color="textSecondary">
        {t('adminHome.reports', { count: reports, stores: stores.join(', ') })}
        {' · '}
        {t('adminHome.latest', { time: momentText(lastAt, timeZone, new Date(at)) })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, ml: -1 }}>
        {!product && (
          <SecondaryButton
            look="quiet"
            small
            component={Link}
            to={`${PATHS.productCreate}?code=${encodeURIComponent(code)}`}
            aria-label={t('adminHome.createProductFor', { code })}
          >
            {t('adminHome.createProduct')}
          </SecondaryButton>
        )}
        <SecondaryButton
          look="quiet"
          small
          onClick={() => dismiss.mutate(code)}
          disabled={dismiss.isPending}
          aria-label={t('adminHome.dismissFor', { code })}
        >
          {t('adminHome.dismiss')}
        </SecondaryButton>
      </Box>
    </Box>
  )
}

/** Codes that shoppers reported because they could not buy. */
export function UnknownCodes({ at, codes: { items, total }, timeZone }: UnknownCodesProps) {
  const { t } = useTranslation()
  const dismiss = useDismiss()
  const left = total - items.length
  return (
    <SideSection title={t('adminHome.unknownCodes')} anchor={CODES_HASH}>
      {items.length === 0 && <Calm>{t('adminHome.codesNothing')}</Calm>}
      <Box component="ul" sx={{ ...sideList, '&:empty': { display: 'none' } }}>
        {items.map(item => (
          <CodeRow key={item.code} item={item} at={at} timeZone={timeZone} dismiss={dismiss} />
        ))}
      </Box>
      {left > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('adminHome.moreCodes', { count: left })}
        </Typography>
      )}
    </SideSection>
  )
}
