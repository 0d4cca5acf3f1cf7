/*
 * The first import of the app, so that it hears of what fails in all others. The reporter is downloaded when
 * something has failed; where it cannot be, nothing is tried again.
 */
for (const type of ['error', 'unhandledrejection', 'fault'] as const) {
  addEventListener(type, (event) => {
    import('../report-fault').then(
      (reporter) => reporter.reportFault(event),
      () => {},
    )
  })
}
