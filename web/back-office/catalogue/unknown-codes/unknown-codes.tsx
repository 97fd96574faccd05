import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { type AdminHome, adminHome, type UnknownCode } from '#contract/administration/dashboard.ts'
import { AddCodeButton } from '#web/back-office/catalogue/admin-products/add-code.tsx'
import { momentText } from '#web/back-office/kit/days.ts'
import { NothingToDo, SideSection, sideList } from '#web/back-office/kit/side-section.tsx'
import { CODES_HASH } from '#web/back-office/kit/waiting-work.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

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
      await awaitReload()
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
            shape="quiet"
            small
            component={Link}
            to={`${PATHS.productCreate}?code=${encodeURIComponent(code)}`}
            aria-label={t('adminHome.createProductFor', { code })}
          >
            {t('adminHome.createProduct')}
          </SecondaryButton>
        )}
        {!product && <AddCodeButton code={code} />}
        <SecondaryButton
          shape="quiet"
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
  const hiddenCount = total - items.length
  return (
    <SideSection title={t('adminHome.unknownCodes')} anchor={CODES_HASH}>
      {items.length === 0 && <NothingToDo>{t('adminHome.codesNothing')}</NothingToDo>}
      <Box component="ul" sx={{ ...sideList, '&:empty': { display: 'none' } }}>
        {items.map(item => (
          <CodeRow key={item.code} item={item} at={at} timeZone={timeZone} dismiss={dismiss} />
        ))}
      </Box>
      {hiddenCount > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('adminHome.moreCodes', { count: hiddenCount })}
        </Typography>
      )}
    </SideSection>
  )
}
