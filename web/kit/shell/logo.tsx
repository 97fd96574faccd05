import css from './shell.module.css'

/** The leaf and the name, as in index.html before any script has run. */
export function Logo() {
  return (
    <span className={css.logo}>
      <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
        <path
          fill="#a5d6a7"
          d="M21 3C10 3 3.5 7 3.5 15c0 1.6.3 3 .8 4.2C6.5 13 10.5 9.8 15 8.5 10.8 11.2 7.5 15 6 20.8c1.3.5 2.7.7 4 .7 8 0 11-7.5 11-18.5z"
        />
      </svg>
      <span>Puoti</span>
    </span>
  )
}
