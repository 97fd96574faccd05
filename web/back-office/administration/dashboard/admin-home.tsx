import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { AdminHome, AdminHome as Home } from '#contract/administration/dashboard.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { UnknownCodes } from '#web/back-office/catalogue/unknown-codes/unknown-codes.tsx'
import { SideSection, sideList } from '#web/back-office/kit/side-section.tsx'
import { SalesByHour, SalesByStore } from '#web/back-office/orders/sales-figures/sales-charts.tsx'
import { WeekFigures } from '#web/back-office/orders/sales-figures/week-figures.tsx'
import { type TerminalHealthRow, useTerminalHealth } from '#web/back-office/payments/terminals/use-terminal-health.ts'
import { PresencePanel } from '#web/back-office/stores/staffed-time/presence-panel.tsx'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { SellerMissing } from '#web/kit/company/seller-missing.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Checklist, OpenForTests } from './checklist.tsx'
import { Checks } from './checks.tsx'
import { HomeHeading } from './home-heading.tsx'
import { hasShopOpened, countAttentionItems } from './matters.ts'
import { useAdminHome, useSelectedStore } from './queries.ts'
import { ChooseStoreHint, FoldedShelf, type ShoppersParts } from './shoppers-parts.tsx'
import { OutdatedLabels, PieceCodesAsCases, RunningOut } from './side-sections.tsx'
import { StatusLine, useOpenParts } from './status-line.tsx'
import { Tiles } from './tiles.tsx'

const SKELETON_TILES = [1, 2, 3, 4]

const blankStyles = { borderRadius: 1, bgcolor: 'surface.mist' }

/** The page's layout while the figures load. It isn't animated. */
function FiguresSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 210px), 1fr))' }}>
        {SKELETON_TILES.map(tile => (
          <Box key={tile} sx={{ ...blankStyles, height: 118 }} />
        ))}
      </Box>
      <Box sx={{ ...blankStyles, height: 420 }} />
    </Box>
  )
}

type DayProps = {
  home: Home
  /** Empty: all. */
  selectedStore: string
  terminals: readonly TerminalHealthRow[]
  timeZone: string
}

const columnStyles = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
  alignItems: 'start',
}

function DaySection(props: DayProps) {
  const { home } = props
  const { t } = useTranslation()
  return (
    <>
      {home.seller_missing.length > 0 && (
        <SellerMissing missing={home.seller_missing} title={t('seller.homeTitle')} text={t('seller.homeText')} />
      )}
      <OpenForTests stores={home.stores.filter(({ id }) => home.open_for_tests?.includes(id))} />
      {home.checklist.length > 0 && <Checklist steps={home.checklist} />}
      {hasShopOpened(home) && <HomeFigures {...props} />}
    </>
  )
}

function HomeFigures({ home, terminals, timeZone, selectedStore }: DayProps) {
  return (
    <>
      <TestNote home={home} />
      <Tiles home={home} timeZone={timeZone} />
      <StatusLine />
      <Box sx={columnStyles}>
        <Panel>
          <Box sx={{ display: 'grid', gap: 3 }}>
            <SalesByHour home={home} timeZone={timeZone} store={selectedStore} />
            <SalesByStore home={home} timeZone={timeZone} />
            <WeekFigures week={home.week} />
          </Box>
        </Panel>
        <Panel>
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <UnknownCodes at={home.at} codes={home.unknown_codes} timeZone={timeZone} />
            <RunningOut stores={home.stores_with_shortages} />
            {home.piece_codes_as_cases > 0 && <PieceCodesAsCases count={home.piece_codes_as_cases} />}
            {home.outdated_labels > 0 && <OutdatedLabels count={home.outdated_labels} />}
            <TerminalList terminals={terminals} />
            <Checks home={home} timeZone={timeZone} />
          </Box>
        </Panel>
      </Box>
    </>
  )
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Box role="alert">
      <EmptyState
        title={t('adminHome.failed')}
        text={errorText(error, t) ?? ''}
        action={<SecondaryButton onClick={onRetry}>{t('common.retry')}</SecondaryButton>}
      />
    </Box>
  )
}

/** An admin's first page: the active store, then the day's figures and what needs attention. */
export function AdminHome({ store, storeCard, preorders, shelf }: ShoppersParts) {
  const { selectedStore, selectStore } = useSelectedStore()
  const { data: home, error, refetch } = useAdminHome(selectedStore)
  const terminals = useTerminalHealth(home?.terminals ?? [])
  const openParts = useOpenParts()
  const timeZone = store?.time_zone ?? SHOP_TIME_ZONE
  // The address may name a store that no longer exists: then all stores are shown.
  const retry = () => (hasCode(error, 'store.notFound') ? selectStore('') : void refetch())
  return (
    <>
      <HomeHeading
        home={home}
        timeZone={timeZone}
        // The status is shown once the shop can sell.
        matters={home ? countAttentionItems(home, terminals, hasShopOpened(home) ? openParts : []) : 0}
        selectedStore={selectedStore}
        onSelectStore={selectStore}
      />
      {!store && home?.stores.some(({ published }) => published) && <ChooseStoreHint />}
      {storeCard}
      <PresencePanel ifNeeded />
      {home && <DaySection home={home} terminals={terminals} timeZone={timeZone} selectedStore={selectedStore} />}
      {!home && (error ? <LoadFailure error={error} onRetry={retry} /> : <FiguresSkeleton />)}
      {preorders}
      {store && <FoldedShelf>{shelf}</FoldedShelf>}
    </>
  )
}

const TERMINAL_TONES = { asked: 'closed', well: 'open', busy: 'open', silent: 'danger' } as const

/** The state of each payment terminal; silent ones come first. */
function TerminalList({ terminals }: { terminals: readonly TerminalHealthRow[] }) {
  const { t } = useTranslation()
  const words = {
    asked: t('adminHome.terminalChecked'),
    well: t('adminHome.terminalWell'),
    busy: t('adminHome.terminalBusy'),
    silent: t('adminHome.terminalSilent'),
  }
  const silentFirst = terminals.toSorted((a, b) => Number(b.state === 'silent') - Number(a.state === 'silent'))
  return (
    <SideSection title={t('adminHome.terminals')}>
      {terminals.length === 0 && <Typography color="textSecondary">{t('adminHome.noTerminals')}</Typography>}
      <Box component="ul" sx={{ ...sideList, maxHeight: 360, overflowY: 'auto', '&:empty': { display: 'none' } }}>
        {silentFirst.map(({ id, name, store_id: storeId, store_name: storeName, state, finding }) => (
          <Box component="li" key={id} sx={{ py: 1 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
              <MuiLink
                component={Link}
                to={`${PATHS.stores}/${storeId}/edit`}
                color="inherit"
                sx={{ overflowWrap: 'anywhere' }}
              >
                {storeName}, {name}
              </MuiLink>
              <StatusPill tone={TERMINAL_TONES[state]}>{words[state]}</StatusPill>
            </Box>
            {finding !== undefined && (
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {t(`terminalPanel.findings.${finding}`)}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </SideSection>
  )
}

/** Notes that the figures are of test payments, or that some test payments of this week are left out. */
function TestNote({ home }: { home: Pick<AdminHome, 'is_test' | 'excluded_tests'> }) {
  const { t } = useTranslation()
  const { is_test: areTests, excluded_tests: excluded } = home
  if (!areTests && excluded.purchases === 0) return null
  return (
    <Box role="note" sx={{ color: 'text.secondary', typography: 'body2' }}>
      {areTests
        ? t('adminHome.areTests')
        : t('adminHome.excludedTests', { count: excluded.purchases, amount: eurosText(excluded.sales) })}
    </Box>
  )
}
