import type { Plugin, Rolldown } from 'vite'

/**
 * Modules that only these import, statically or later, are for signed-in users. The fault reporter
 * loads the client only there.
 */
const signedInRoots =
  /src\/(app\/(account-area|report-fault|route-pages)|shared\/auth\/shared-tab)\.tsx?$/

/** They import pages, dynamically. */
const pageImporters = /src\/app\/(app|other-pages|route-pages)\.tsx?$/

/**
 * The modules that every screen behind sign-in starts with, and the screens that staff open first
 */
const mainScreens =
  /src\/app\/(account-area|crm-page|submissions-page|staff\/staff-dashboard-page)\.tsx$/

/** Half the size of a screen that starts with a form or a dialog */
const formLibraries = /node_modules\/(react-hook-form|zod|@radix-ui\/react-dialog)\//

/** What only the screens around signing in share */
const signIn =
  /src\/(features\/portal\/sign-in|shared\/(account-ui\/password-input|auth\/(auth-error-notice|email-link)))\b/

/**
 * Puts modules that several screens share into a few files. The default would put each with those
 * that exactly the same screens use: forty files for a staff screen, more than a browser requests
 * at once. `account` imports from all others.
 */
export function chunkGroups(): Plugin {
  return {
    name: 'chunk-groups',
    config: (_config, { isSsrBuild, command }) =>
      command === 'build' && !isSsrBuild
        ? {
            build: {
              rolldownOptions: {
                output: {
                  codeSplitting: { groups, includeDependenciesRecursively: false },
                  // The first script names all others, and a hash cannot be compressed.
                  chunkFileNames: 'assets/[name]-[hash:7].js',
                },
              },
            },
          }
        : {},
  }
}

const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'app', tags: ['$initial'] },
  {
    name: 'routes',
    test: /src\/app\/(other-pages|route-pages)\.|(not-found-page|program-not-found|go-back-button)\.|auth\/(permissions|routes|roles)\.|database\.types\./,
  },
  // Of the screens, only the page of what is handed over needs it at once.
  {
    name: 'hand-over',
    test: /people\/rights\/(archive|records-choice|rights-queries)\.|lib\/file-content\.|files\/file-words\./,
    minShareCount: 2,
  },
  // Home and the dashboard of the CRM start with them.
  {
    name: 'home',
    test: /app\/staff\/(home|last-visit|queue-tabs)\.|crm\/(dashboard\/(home-pa|(dashboard-queries|figures|fundraising-panel|period)\.)|tasks\/due-tasks\.)/,
    minShareCount: 2,
  },
  { name: accountGroup, minShareCount: 2 },
  {
    name: 'reach',
    test: /lib\/contact-links\.|lucide-react\/dist\/esm\/icons\/(mail|phone)\./,
    minShareCount: 2,
  },
  {
    name: 'parts',
    test: /lucide-react\/dist\/esm\/(?!icons\/(circle-(alert|check|exclamation)|info|triangle-))|shared\/(ui\/(badge|card|reveal-tab|tab-look)|data\/(terms-version|tributes|volunteer-opportunities)|lib\/(format-dollars|pledge-words))|site\/(components\/(picture|scroll-row)|lib\/program-path)\./,
    minShareCount: 2,
  },
  // Each of these modules is smaller than the request for it.
  {
    name: 'program-figures',
    test: /lib\/program-figures\.|content\/program-(costs|titles)\./,
    minShareCount: 2,
  },
  {
    name: 'program',
    test: /site\/(components\/(use-registration|register-button)|lib\/registered)\.|ui\/cloth\./,
    minShareCount: 2,
  },
  { name: 'early-childhood', test: /pages\/early-childhood-page\.|content\/early-childhood\./ },
  {
    name: 'figures',
    test: /site\/components\/(as-of|figures|figure-link)\./,
    minShareCount: 2,
  },
  {
    name: 'page-header',
    test: /site\/components\/(call-to-action|page-header)\./,
    minShareCount: 2,
  },
  {
    name: 'illustrated-header',
    test: /site\/components\/(illustrated-header|use-running-number)\./,
    minShareCount: 2,
  },
  { name: 'page-tabs', test: /site\/components\/(page-tabs|picture-item)\./ },
  { name: 'form-section', test: /site\/components\/(form-section|form-slot|reach-us)\./ },
  {
    name: 'received',
    test: /(registered-programs|gift-destination|received-kinds|stages|day-in-words|ui\/notify|forms\/draft-storage|lib\/shared-computer)\./,
    minShareCount: 2,
  },
  {
    name: 'data',
    test: /node_modules\/(@tanstack|@supabase\/postgrest-js|tslib)\/|lucide-react\/dist\/esm\/icons\/(circle-(alert|check|exclamation)|info|triangle-)|app\/(data-providers|press-once|query-client)\.|row-errors|shared\/(ui|lib|forms)\/(captcha-failure|note-fault|import-until-there|checkbox|field|choice-select|input|textarea|native-select|alert|use-toaster)\.|supabase\/public-client\.|data\/form-choices\./,
  },
  {
    name: 'forms',
    test: /node_modules\/(zod|react-hook-form|@hookform|sonner)\/|shared\/(ui|lib|forms)\/(use-captcha|form|form-text|toaster|use-form-draft)\.|forms\/(person-fields|visitor-insert)\./,
  },
  {
    name: 'primitives',
    test: /node_modules\/@radix-ui\/(primitive|react-(compose-refs|context|id|presence|primitive|slot|use-(callback-ref|controllable-state|effect-event|layout-effect)))\//,
    minShareCount: 2,
  },
  {
    name: 'dialog',
    test: /ui\/dialog\.|node_modules\/(@radix-ui\/react-(dialog|dismissable-layer|focus-(guards|scope)|portal)|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce)\//,
  },
]

/**
 * The shared modules for signed-in users, which no public page loads. A main screen starts with one
 * file of them.
 */
function accountGroup(id: string, context: Rolldown.ChunkingContext): string | null {
  if (isForVisitors(id, context)) return null
  if (leadsTo(mainScreens, 'importers', id, context)) return 'account'
  if (isForLater(id, context)) return 'on-demand'
  if (signIn.test(id)) return 'sign-in'
  return leadsTo(formLibraries, 'importedIds', id, context) ? 'other-forms' : 'other-screens'
}

/** Whether a module is a wanted one, or reaches one through its static imports or importers. */
function leadsTo(
  wanted: RegExp,
  along: 'importers' | 'importedIds',
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (wanted.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const next = context.getModuleInfo(id)?.[along] ?? []
  return next.some((one) => leadsTo(wanted, along, one, context, seen))
}

/** Modules of dialogs and other parts that load on demand, but no pages. */
function isForLater(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return true
  seen.add(id)
  const { isEntry, importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {}
  if (isEntry || dynamicImporters.some((one) => pageImporters.test(one))) return false
  return importers.every((one) => isForLater(one, context, seen))
}

function isForVisitors(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (signedInRoots.test(id) || seen.has(id)) return false
  seen.add(id)
  const { isEntry, importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {}
  return (
    isEntry || [...importers, ...dynamicImporters].some((one) => isForVisitors(one, context, seen))
  )
}
