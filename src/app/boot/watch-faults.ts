/*
 * The app's first import, so that it hears of failures in all others. It downloads the reporter
 * after a failure, once.
 */
for (const type of ['error', 'unhandledrejection', 'fault'] as const) {
  addEventListener(type, (event) => {
    import('../report-fault').then(
      (reporter) => reporter.reportFault(event),
      () => {},
    )
  })
}
