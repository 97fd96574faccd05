import 'i18next'
import type en from '#web/locales/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
    returnNull: false
    interpolationPrefix: '{'
    interpolationSuffix: '}'
  }
}
