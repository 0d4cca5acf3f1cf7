/** The look of tabs, shared by `tabs.tsx` and public pages, whose tabs do without Radix. */
export const tabLook = {
  list: 'fade-edges flex max-xs:flex-wrap max-w-full scroll-px-10 gap-1 overflow-x-auto overscroll-x-contain scroll-smooth shadow-[inset_0_-1px_theme(colors.line.DEFAULT)]',
  /** The list clips what reaches over its edge, so the focus ring lies inside the tab. */
  tab: [
    'inline-flex min-h-11 flex-none items-center gap-2 rounded-t-lg border-b-3 border-transparent px-4 max-sm:px-2.5 py-1.5 text-base font-semibold whitespace-nowrap text-ink-soft transition-[color,border-color] svg:size-4.5',
    'hover:bg-forest-500/8 hover:text-forest-800 focus-visible:-outline-offset-4 focus-visible:shadow-none disabled:cursor-not-allowed disabled:text-ink-muted',
    'data-[state=active]:border-marigold-600 data-[state=active]:text-forest-800 forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]',
  ].join(' '),
  /** All panels of a public page are in its HTML; without scripts every one of them is shown. */
  panel: 'data-[state=inactive]:hidden noscript:data-[state=inactive]:block',
} as const
