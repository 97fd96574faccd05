import 'i18next'
import type adminEn from '#web/locales/admin-en.json'
import type en from '#web/locales/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en & typeof adminEn }
    returnNull: false
    interpolationPrefix: '{'
    interpolationSuffix: '}'
  }
}
