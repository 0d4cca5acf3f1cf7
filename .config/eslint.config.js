import js from '@eslint/js'
import query from '@tanstack/eslint-plugin-query'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import security from 'eslint-plugin-security'
import globals from 'globals'
import tseslint from 'typescript-eslint'

// The folders of `src/shared`. Each may import itself and those before it.
const sharedOrder = ['data', 'config', 'lib', 'supabase', 'ui', 'auth', 'resource']

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      'supabase/.temp/',
      'test-results/',
      'playwright-report/',
      'src/shared/supabase/database.types.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // What is taken out of an object by naming it beside the rest is used by that.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    // Playwright finds out from the pattern which fixtures one needs: none is `{}`.
    files: ['tests/e2e/**/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  { files: ['.config/*.js'], languageOptions: { globals: globals.node } },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [
      reactHooks.configs.flat.recommended,
      query.configs['flat/recommended'],
      security.configs.recommended,
    ],
    languageOptions: { globals: globals.browser },
    // The compiler knows each key; the rule asks about every one.
    rules: { 'security/detect-object-injection': 'off' },
  },
  {
    // Imports go one way, app → features → shared, and one feature never imports another.
    files: ['src/{app,features,shared}/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: ['src/tsconfig.json'] } },
      'boundaries/elements': [
        { type: 'app', pattern: 'src/app' },
        { type: 'feature', pattern: 'src/features/*', capture: ['name'] },
        { type: 'shared', pattern: 'src/shared/*', capture: ['folder'] },
      ],
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
            {
              from: { element: { type: 'app' } },
              allow: { to: { element: { types: { anyOf: ['app', 'feature', 'shared'] } } } },
            },
            {
              from: { element: { type: 'feature' } },
              allow: { to: { element: { type: 'shared' } } },
            },
            {
              from: { element: { type: 'feature' } },
              allow: {
                to: {
                  element: {
                    type: 'feature',
                    captured: { name: '{{ from.element.captured.name }}' },
                  },
                },
              },
            },
            ...sharedOrder.map((folder, index) => ({
              from: { element: { type: 'shared', captured: { folder } } },
              allow: {
                to: {
                  element: {
                    type: 'shared',
                    captured: { folder: sharedOrder.slice(0, index + 1) },
                  },
                },
              },
            })),
          ],
        },
      ],
    },
  },
)
