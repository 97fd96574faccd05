import { Fragment } from 'react'

/** Names in one line, with commas between them. A name that is written from right to left does not move the others. */
export const NameList = ({ names }: { names: readonly string[] }) =>
  names.map((name, at) => (
    // Two names may be equal.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ))
