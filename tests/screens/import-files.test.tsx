import { MutationObserver } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { supabase } from '@/shared/supabase/client'
import { resources } from '@/app/resources'
import type { ImportTarget } from '@/engine/core/define-resource'
import { importForm } from '@/engine/import/import-form'
import { guessColumns, ownColumns, readOtherwise } from '@/engine/import/columns'
import type { Choices } from '@/engine/import/contradictions'
import { checkFile } from '@/engine/import/check-file'
import { importRows } from '@/engine/import/import-queries'
import { ImportDialog } from '@/engine/import/import-dialog'
import { openQuestions, planFor } from '@/engine/import/plan'
import { readCsv } from '@/engine/import/read-csv'
import * as readFile from '@/engine/import/read-file'
import { importedPledges } from '@/features/crm/giving/pledges/imported-pledges'
import { backend, button, draw, field, service, setUpScreens, someone } from './screen'

/* Files in the formats of other programs. */

setUpScreens()

const named = (slug: string) => resources.find((resource) => resource.slug === slug)!
const donors = named('donors')
const newsletter = named('newsletter')
const mentors = named('mentors')

const school = '00000000-0000-4000-8000-00000000f001'
const bytes = (text: string) => new TextEncoder().encode(text)
const signal = new AbortController().signal

beforeEach(() =>
  backend.exclusive(async (pg) => {
    await pg.exec(
      `delete from public.donations where donor_email like '%@files.example' or donor_name like 'File %'`,
    )
    await pg.exec(`delete from public.newsletter_subscriptions where email like '%@files.example'`)
  }),
)

interface Reading {
  headerRow?: number
  choices?: Choices
}

/** The rows that an import would make of a file, and its questions. */
async function read(
  resource: ImportTarget,
  text: string | Uint8Array,
  { headerRow, choices = {} }: Reading = {},
) {
  const form = importForm(resource)!
  const table = readCsv(
    typeof text === 'string' ? bytes(text) : text,
    ownColumns(form),
    headerRow === undefined ? {} : { headerRow },
  )
  const file = {
    ...table,
    known: [
      { id: school, name: 'School meals' },
      { id: '00000000-0000-4000-8000-00000000f002', name: 'Library' },
    ],
  }
  const chosen = { formats: {}, dottedFormats: {}, choices, rates: {} }
  const plan = planFor(file, form, undefined, chosen)
  const checked = await checkFile({ resource, form, file, plan, signal, onProgress: () => {} })
  return {
    asked: openQuestions(form, plan),
    ready: checked.ready.map(({ row, values }): Record<string, unknown> => ({ row, ...values })),
    unsubscribed: checked.unsubscribed.map(({ values }) => values.email),
    leftOut: checked.leftOut.map(({ row, reasons }) => [row, ...reasons].join(' ')),
    refused: checked.refused.map(({ row, reasons }) => [row, ...reasons].join(' ')),
    duplicates: checked.duplicates.map(({ row, reason }) => `${row} ${reason}`),
    hints: checked.hints.map(({ row, text: hint }) => `${row} ${hint}`),
  }
}

const stripe = `id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Fee,Status,Description,Customer Email,Customer Description
ch_1,2026-01-01 02:30:11,250.00,0.00,usd,true,7.55,Paid,New Year gift,midnight@files.example,Nadia Midnight
ch_2,2026-03-04 15:10:00,80.00,0.00,usd,false,0.00,Failed,Card declined,declined@files.example,Dora Declined
ch_3,2026-03-05 15:10:00,600.00,600.00,usd,true,17.70,Refunded,Sent twice,refunded@files.example,Rafael Refunded
ch_4,2026-03-06 15:10:00,100.00,40.00,usd,true,3.20,Paid,Part refunded,partial@files.example,Pia Partial
ch_5,2026-03-07 15:10:00,90.00,0.00,eur,true,3.00,Paid,From Lyon,euro@files.example,Émile Euro
ch_6,2026-03-08 15:10:00,5000,0,jpy,true,180,Paid,From Osaka,yen@files.example,高橋 愛
ch_7,2026-03-09 15:10:00,"1,234.50",0.00,usd,true,36.10,Paid,Roof,roof@files.example,Conan O’Brien
`

describe('gifts', () => {
  it('of Stripe are those that were paid in dollars, at their moment and less their refund', async () => {
    const { ready, leftOut, asked, refused } = await read(donors, stripe)
    expect(asked).toEqual([])
    expect(refused).toEqual([])
    expect(ready).toMatchObject([
      {
        donor_name: 'Nadia Midnight',
        amount: 250,
        refunded: 0,
        created_at: '2026-01-01T02:30:11Z',
        reference: 'ch_1',
      },
      { donor_name: 'Rafael Refunded', amount: 600, refunded: 600 },
      { donor_name: 'Pia Partial', amount: 100, refunded: 40 },
      { donor_name: 'Conan O’Brien', amount: 1234.5, refunded: 0 },
    ])
    expect(leftOut).toEqual([
      '3 Captured: false Status: Failed',
      '6 Currency: EUR',
      '7 Currency: JPY',
    ])
  })

  it('of a bank begin below its lines, have decimal commas, and no total', async () => {
    const text =
      '"Kontonummer:";"103 / Spendenkonto"\n"Von:";"01.10.2026"\n"Bis:";"31.10.2026"\n""\n"Buchungstag";"Auftraggeber";"Verwendungszweck";"Betrag (USD)"\n"05.10.2026";"File Groß";"Schulbibliothek";"1.234,50 $"\n"06.10.2026";"File Lefèvre";"Repas";"50,00"\n"07.10.2026";"File Storno";"Rücklastschrift";"-50,00"\n"";"Summe";"";"1.234,50"\n'
    const { ready, leftOut, refused, asked } = await read(donors, text)
    expect(asked).toEqual([])
    expect(ready).toMatchObject([
      { row: 6, donor_name: 'File Groß', amount: 1234.5, campaign: 'Schulbibliothek' },
      { row: 7, donor_name: 'File Lefèvre', amount: 50 },
    ])
    expect(String(ready[0]!.created_at)).toMatch(/^2026-10-05/)
    expect(refused).toEqual(['8 Amount: This is negative. A refund belongs to its gift'])
    expect(leftOut).toEqual(['9 This is a total'])
    const inEuros = await read(donors, text.replace('(USD)', '(EUR)').replace(' $', ' €'))
    expect(inEuros.ready).toEqual([])
    expect(inEuros.leftOut).toHaveLength(4)
  })

  it('with the day before the month are read so as a whole, or asked for', async () => {
    const days = ['25/03/2026', '05/04/2026', '06/05/2026', '03/07/2026']
    const file = (all: readonly string[]) =>
      `Donor,Email,Amount,Date\n${all.map((day) => `File Daybreak,,40.00,${day}\n`).join('')}`
    const { ready, asked } = await read(donors, file(days))
    expect(asked).toEqual([])
    expect(ready.map(({ created_at }) => String(created_at).slice(0, 10))).toEqual([
      '2026-03-25',
      '2026-04-05',
      '2026-05-06',
      '2026-07-03',
    ])
    expect((await read(donors, file(days.slice(1)))).asked).toEqual(['how Date is written'])
  })

  it('of NPSP may have the names of its fields, and amounts no usual name', async () => {
    const { asked, ready } = await read(
      donors,
      'Contact1_Firstname__c,Contact1_Lastname__c,Donation_Amount__c,Donation_Date__c\nCleo,Park,75.00,2026-03-01\n',
    )
    expect(asked).toEqual([])
    expect(ready).toMatchObject([{ donor_name: 'Cleo Park', amount: 75 }])
    const gross = await read(donors, 'Donor,Gross Amount,Fee,Date\nFile A,10,3,2026-03-01\n')
    expect(gross.ready).toMatchObject([{ amount: 10 }])
    const pledge = 'Donor,Total paid,Pledge amount,Pledge date\nFile A,10,75,2026-03-01\n'
    const form = importForm(importedPledges)!
    const header = pledge.split('\n')[0]!.split(',')
    expect(guessColumns(header, form)).toEqual(['donor_name', undefined, 'amount', 'pledged_on'])
  })

  it('of a matching platform have the match of the company, whatever its column is called', async () => {
    const { ready } = await read(
      donors,
      'Donor Name,Company Name,Donation Amount,Match Amount,Donation Date\nFile A,Bluestone,100,50,2026-03-01\n',
    )
    expect(ready).toMatchObject([
      { donor_name: 'File A', amount: 100 },
      { donor_name: 'Bluestone', amount: 50, donation_type: 'corporate' },
    ])
  })

  it('of NPSP have one name of two columns, a second person, and no pledge among them', async () => {
    const text = `Contact1 First Name,Contact1 Last Name,Contact1 Personal Email,Contact2 First Name,Contact2 Last Name,Contact2 Personal Email,Contact2 Work Email,Donation Amount,Donation Date,Donation Campaign Name,Payment Method,Donation Stage
Cleo,Park,cleo@files.example,Ivan,Park,no address,ivan@files.example,75.00,2026-03-01,Spring,Credit Card,Closed Won
Bo,Quiet,bo@files.example,,,,,500.00,2026-03-02,Spring,Check,Pledged
`
    const { ready, leftOut, hints } = await read(donors, text)
    expect(hints).toEqual([
      '2 Ivan Park becomes a person in the household of the first',
      '2 Of the second person, “no address” is not imported',
    ])
    expect(ready).toMatchObject([
      {
        donor_name: 'Cleo Park',
        second_name: 'Ivan Park',
        second_email: 'ivan@files.example',
        donor_email: 'cleo@files.example',
        amount: 75,
        campaign: 'Spring',
      },
    ])
    expect(leftOut).toEqual(['3 Donation Stage: Pledged'])
  })

  it('of one row for two funds are a gift to each, or say what does not add up', async () => {
    const header =
      'Contact1 Last Name,Contact1 Personal Email,Donation Amount,Donation Date,Payment Check/Reference Number,GAU Allocation 1 Amount,GAU Allocation 1 GAU,GAU Allocation 2 Amount,GAU Allocation 2 Percent,GAU Allocation 2 GAU\n'
    const row = (name: string, amount: string, rest: string) =>
      `File ${name},${name}@files.example,${amount},2026-03-01,${rest}\n`
    const text = `${header}${row('Both', '100', '1044,60,School meals,,40,Library')}${row('Rest', '100', '1045,60.01,School meals,,,')}${row('Two', '33.34', '1046,,School meals,10,,Science lab')}${row('More', '10', '1047,8,School meals,8,,Library')}${row('Open', '10', '1048,,School meals,,,Library')}${row('None', '10', ',,,,,')}`
    const { asked, ready, hints, refused } = await read(donors, text, {
      choices: { 'GAU Allocation 2 GAU\nScience lab': 'take without' },
    })
    expect(asked).toEqual([])
    expect(refused).toEqual([
      '5 Fund: The parts for funds are more than the amount',
      '6 Fund: How much goes to School meals and Library?',
    ])
    const [both, library, rest, without, two, noted, none, ...others] = ready
    expect(others).toEqual([])
    expect([both, library]).toMatchObject([
      { amount: 60, fund_id: school },
      { amount: 40, fund: 'Library', reference: '1044', split_id: both!.split_id },
    ])
    expect(both!.split_id).toMatch(/^[0-9a-f-]{36}$/)
    expect([rest, without]).toMatchObject([
      { amount: 60.01, fund_id: school },
      { amount: 39.99, fund: null },
    ])
    expect([two, noted]).toMatchObject([
      { amount: 23.34, fund_id: school },
      { amount: 10, fund: null, note: 'Fund: Science lab' },
    ])
    expect(none).toMatchObject({ amount: 10, fund: null })
    expect(none!.split_id).toBeUndefined()
    expect(hints[0]).toBe('2 It is divided: $60 to School meals, $40 to Library')
    expect((await read(donors, text)).asked).toEqual([
      'what “Science lab” in GAU Allocation 2 GAU means',
    ])
  })

  it('have the fund, method, phone and address of the donor, with the zero of the postal code', async () => {
    const { ready, asked, refused } = await read(
      donors,
      'Donor,Email,Amount,Date,Street,City,State,ZIP,Phone,Fund,Method,Check number\nFile Lorna,lorna@files.example,120,2026-02-01,5 Elm St,Boston,MA,02138,617-555-0144,School meals,Check,1044\nFile Otto,,80,2026-02-02,5 Elm St,Boston,MA,02138,617-555-0144,Science lab,Wire,\nFile Iris,,80,2026-02-02,,,,02138,,,Barter,\nFile Kit,,80,2026-02-02,,,,,,,In-Kind,\n',
    )
    expect(asked).toEqual(['what “Science lab” in Fund means'])
    expect(refused).toEqual([
      '4 Method: Please use Check, Cash, Bank transfer, Mobile money or Card',
      '5 Method: Enter a gift in kind at the gift desk',
    ])
    expect(ready).toMatchObject([
      {
        ...{ fund: 'School meals', fund_id: school, method: 'check', reference: '1044' },
        ...{ donor_phone: '617-555-0144', street: '5 Elm St', city: 'Boston', region: 'MA' },
        postal_code: '02138',
      },
    ])
  })

  it('of a fund that is not there yet ask once for all rows, and share the new one', async () => {
    const rows = ['Science lab', 'science lab ', 'School meals', 'Science Lab'].map(
      (fund, at) => `File Fund,${40 + at},2026-02-01,${fund}\n`,
    )
    const table = `Donor,Amount,Date,Fund\n${rows.join('')}`
    const { asked, leftOut } = await read(donors, table)
    expect(asked).toEqual(['what “Science lab” in Fund means'])
    expect(leftOut).toHaveLength(3)
    const { ready } = await read(donors, table, { choices: { 'Fund\nScience lab': 'add' } })
    const [one, two, stored, three] = ready.map(({ fund_id }) => fund_id)
    expect(stored).toBe(school)
    expect(one).not.toBe(school)
    expect([two, three]).toEqual([one, one])
  })

  it('with an address in one cell, in two funds, or in cents are pointed at before anything is read', async () => {
    const { asked } = await read(
      donors,
      'Donor,Amount,Date,Address\nFile Ada,40,2026-02-01,"5 Elm St, Boston, MA 02138"\n',
    )
    expect(asked).toEqual([
      'a column for City or Postal code, or skip the column with the whole address',
    ])
    expect(
      (await read(donors, 'Donor,Date,Amount (cents)\nFile Ada,2026-02-01,2500\n')).asked,
    ).toEqual(['a column for Amount'])
    const form = importForm(donors)!
    const header = ['Donor', 'Amount', 'Date', 'Fund', 'Designation', 'Purpose']
    expect(readOtherwise(header, form, guessColumns(header, form))).toEqual({
      renamed: [{ column: 'Purpose', label: 'Campaign' }],
      rivals: [{ column: 'Designation', label: 'Fund' }],
    })
  })

  it('of a closed month are named with it, also where they are already stored, and the rest can be stored', async () => {
    await backend.exclusive(async (pg) => {
      await pg.exec(`insert into public.donations (donor_name, amount, donation_type, created_at)
        values ('File Stored', 30, 'one-time', '2026-02-10 00:00 America/Chicago')`)
      await pg.exec(`insert into private.closed_months (month) values ('2026-02-01')`)
    })
    onTestFinished(() =>
      backend.exclusive(
        async (pg) => void (await pg.exec('delete from private.closed_months where true')),
      ),
    )
    const { ready, refused, duplicates } = await read(
      donors,
      'Donor,Amount,Date\nFile Closed,40,2026-02-28\nFile Open,40,2026-03-01\nFile Stored,30,2026-02-10\n',
    )
    expect(ready).toMatchObject([{ row: 3, donor_name: 'File Open' }])
    expect(duplicates).toEqual([])
    const reason =
      'Date: February 2026 is closed. Choose a day in an open month, or ask an admin to reopen it'
    expect(refused).toEqual([`2 ${reason}`, `4 Already stored ${reason}`])
  })

  it('of one check over two funds are parts of one, and no duplicates', async () => {
    const row = (fund: string, reference: string) =>
      `File Split,split@files.example,${reference},${fund},50,2026-02-01\n`
    const { ready, duplicates, hints } = await read(
      donors,
      `Donor,Email,Check number,Fund,Amount,Date\n${row('School meals', '1044')}${row('Library', '1044')}${row('Library', '7')}${row('', '8')}${row('', '1044').replace(',50,', ',25,')}`,
    )
    expect(duplicates).toEqual(['4 The same as row 3'])
    const [one, two, other, withoutFund] = ready.map(({ split_id }) => split_id)
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect([two, other, withoutFund]).toEqual([one, undefined, one])
    expect(hints).toEqual(['2 Rows 2, 3, and 6 are one check'])
  })

  it('of a donor-advised fund have the receipt of the sponsor, and the thanks of the adviser', async () => {
    const header =
      'Recommended By,Grant Id,ACH Group Id,Effective Date,Grant Amount,Special Purpose,Giving Account Name,Addressee Name,Acknowledgement Address Line 1,Acknowledgement Address Line 2,Acknowledgement Address Line 3,Acknowledgement City,Acknowledgement State,Acknowledgement ZipCode,Acknowledgement Country,Payable To,Primary Name,Secondary Name,Full Address\n'
    const { ready } = await read(
      donors,
      `${header}Online,7100001,811,10/30/25,500,School meals,Anonymous, , , , , , , , ,K,K,,\nOnline,7100003,811,10/30/25,250,School meals,Orchard Charitable Fund,"Jim and Dana Orchard\n",6 Little Ave, , ,Old Lyme,CT,06371,US,K,K,,\n`,
    )
    const sponsor = { legal_donor_name: 'Fidelity Charitable', donation_type: 'grant' }
    expect(ready).toMatchObject([
      { ...sponsor, donor_name: 'Anonymous', street: null },
      {
        ...{ ...sponsor, donor_name: 'Jim and Dana Orchard', street: '6 Little Ave' },
        ...{ postal_code: '06371', note: 'Orchard Charitable Fund', reference: '7100003' },
      },
    ])
  })

  it.each([
    [
      'DAFgiving360 Grant Report\n\n',
      'Grant ID,Payment Date,Amount,Donor-Advised Fund Name,Acknowledgement Name,Acknowledgement Address,Acknowledgement City,Acknowledgement ZIP,Special Purpose',
      'G1,10/30/2025,500,Orchard Fund,Jim File,6 Little Ave,Lyme,06371,School meals',
      'DAFgiving360',
      { donor_name: 'Jim File', street: '6 Little Ave', fund: 'School meals' },
    ],
    [
      '',
      'Payer,Grant Number,Account Name,Advisor Name,Advisor Email,Grant Amount,Grant Date,Grant Purpose',
      'Vanguard Charitable,G1,Orchard Fund,Jim File,jim@files.example,500,2025-10-30,School meals',
      'Vanguard Charitable',
      { donor_name: 'Jim File', donor_email: 'jim@files.example', note: 'Orchard Fund' },
    ],
    [
      '',
      'Sponsoring Organization,Fund Name,Fund Advisor,Grant Amount,Grant Date',
      'National Philanthropic Trust,Orchard Fund,,500,2025-10-30',
      'National Philanthropic Trust',
      { donor_name: 'Orchard Fund' },
    ],
    [
      'Schwab Charitable\n\n',
      'Grant ID,Account Name,Grant Amount,Grant Date',
      'G1,Orchard Fund,500,2025-10-30',
      'Schwab Charitable',
      { donor_name: 'Orchard Fund' },
    ],
  ])(
    'of other sponsors have their receipt too: %s%s',
    async (above, header, row, sponsor, values) => {
      const { asked, ready } = await read(donors, `${above}${header}\n${row}\n`)
      expect(asked).toEqual([])
      expect(ready).toMatchObject([
        { ...values, legal_donor_name: sponsor, donation_type: 'grant', amount: 500 },
      ])
      const unnamed = `${header}\n${row}\n`.replaceAll(sponsor, '')
      if (!header.startsWith('Sponsoring')) {
        expect((await read(donors, unnamed)).asked).toEqual(['who pays these grants'])
      }
    },
  )

  it('of a couple are not those of one of the two, and their two spellings are suggested as one', async () => {
    const { ready } = await read(
      donors,
      'Donor,Email,Amount,Date\nMr. and Mrs. Brad Filer,filers@files.example,100,2026-02-01\nBrad Filer,filers@files.example,50,2026-03-01\n"Filer, Brad",filers@files.example,25,2026-04-01\nBrad and Iris Filer,filers@files.example,75,2026-05-01\nMr. & Mrs. Filer,filers@files.example,5,2026-05-02\n',
    )
    const rows = ready.map(({ row, ...values }) => ({
      id: crypto.randomUUID(),
      row: Number(row),
      cells: [],
      values,
    }))
    const file = { id: crypto.randomUUID(), name: 'rows.csv', rows, isAttested: true }
    await new MutationObserver(queryClient, importRows(donors)).mutate({
      ...{ file, signal },
      onProgress: () => {},
    })
    const { data: stored } = (await service
      .from('donors')
      .select('id, name, gift_count')
      .eq('email', 'filers@files.example')
      .order('name')
      .throwOnError()) as { data: { id: string; name: string; gift_count: number }[] }
    expect(stored.map(({ name, gift_count }) => `${gift_count} of ${name}`)).toEqual([
      '2 of Brad Filer',
      '1 of Brad and Iris Filer',
      '1 of Mr. & Mrs. Filer',
      '1 of Mr. and Mrs. Brad Filer',
    ])
    const { data: alike } = (await supabase
      .rpc('person_suggestions', { person: stored[1]!.id })
      .throwOnError()) as { data: { name: string }[] }
    expect(alike.map(({ name }) => name).toSorted()).toEqual([
      'Mr. & Mrs. Filer',
      'Mr. and Mrs. Brad Filer',
    ])
  })

  it.each([
    ['Last Name,First Name,MI,Suffix', 'Public,File,Q.,Jr.', { donor_name: 'File Q. Public Jr.' }],
    ['Organization,First Name,Last Name', 'File Works,,', { donor_name: 'File Works' }],
    ['First Name,Last Name,Spouse Name', 'File,Lee,Bo Lee', { second_name: 'Bo Lee' }],
    [
      'Constituent Name,Address1,Address2,City',
      'File A,1 Elm,Apt 2,Waco',
      { street: '1 Elm, Apt 2' },
    ],
    ['Donor,Street,City,ST,Zip', 'File A,1 Elm,Boston,MA,2138', { postal_code: '02138' }],
    [
      'Donor,Street,City,ST,ZIP/Postal',
      'File A,1 Elm,Boston,MA,21381234',
      { postal_code: '02138-1234' },
    ],
    ['Donor,Street,City,ST,Zip', 'File A,1 Elm,Boston,MA,"=""02138"""', { postal_code: '02138' }],
    [
      'Donor,Pmt Method,Check #',
      "File A,Cashier's check,1044",
      { method: 'check', reference: '1044' },
    ],
    [
      'Supporter First Name,Supporter Last Name,Supporter Email',
      'File,Lassy,a@files.example',
      { donor_name: 'File Lassy', donor_email: 'a@files.example' },
    ],
    [
      'CnBio_First_Name,CnBio_Last_Name,Gf_Pay_method',
      'File,Edge,Personal Check',
      { donor_name: 'File Edge', method: 'check' },
    ],
    [
      'Name,Straße,PLZ,Ort,Land',
      'File A,Elmweg 5,01067,Dresden,Deutschland',
      { street: 'Elmweg 5', city: 'Dresden', country: 'Deutschland' },
    ],
    [
      'Donor,Transaction Number,Check Number,Payment ID',
      'File A,9,1044,p1',
      { reference: '1044', payment_id: null },
    ],
    ['Donor First Name,Donor Last Name', 'Anonymous,Anonymous', { donor_name: 'Anonymous' }],
    [
      'Donor,Non-Deductible Portion,Ticket Type',
      'File A,60,Dinner',
      { exchange_value: 60, exchange: 'Dinner' },
    ],
    ['Donor,Email,', "File O'Dea,N/A,", { donor_name: "File O'Dea", donor_email: null }],
  ])(
    'with the columns %s of another office are read as they are meant',
    async (header, row, values) => {
      const { ready, asked, refused } = await read(
        donors,
        `\ufeff${header};Gift Amt;Gift Date\r\n`.replaceAll(',', ';') +
          `${row.replaceAll(',', ';')};"$1,234.50 ";2/14/2026\r\n`,
      )
      expect([...asked, ...refused]).toEqual([])
      expect(ready).toMatchObject([{ ...values, amount: 1234.5 }])
    },
  )

  it('have no total among them, even with a day, but a donor of that name', async () => {
    const { ready, leftOut } = await read(
      donors,
      'Donor,Amount,Date\nTotal,7,2026-01-05\nFile A,13,2026-01-05\nTotal,20.00,2026-01-31\nSubtotal for School meals,20.00,\n',
    )
    expect(ready.map(({ donor_name }) => donor_name)).toEqual(['Total', 'File A'])
    expect(leftOut).toEqual(['4 This is a total', '5 This is a total'])
  })

  it('of a kind that the list lacks are asked about, and no pledge, thing or match becomes a gift of the donor', async () => {
    const kinds = [
      'Gift',
      'Pledge',
      'PledgePayment',
      'In Kind',
      'Employer Match',
      'Monthly',
      'Mass',
    ]
    const table = `Donor,Amount,Date,Gift type\n${kinds.map((kind, at) => `File ${at},${20 + at},2026-02-01,${kind}\n`).join('')}`
    const { asked, leftOut, ready } = await read(donors, table)
    expect(asked).toEqual([
      'what “Employer Match” in Gift type means',
      'what “Mass” in Gift type means',
    ])
    expect(ready).toMatchObject([
      { row: 2, donation_type: 'one-time' },
      { row: 4, donation_type: 'one-time' },
      { row: 7, donation_type: 'monthly' },
    ])
    expect(leftOut).toEqual([
      '3 Gift type: Pledge',
      '5 Gift type: In Kind',
      '6 Gift type: Employer Match',
      '8 Gift type: Mass',
    ])
    const decided = await read(donors, table, { choices: { 'Gift type\nMass': 'take' } })
    expect(decided.ready).toMatchObject([{}, {}, {}, { row: 8, donation_type: 'one-time' }])
  })

  it.each([
    ['Activity', 'Matching gift', 'what “Matching gift” in Activity means'],
    ['Activity', 'Refund', 'what “Refund” in Activity means'],
    ['Activity', 'Soft credit', undefined],
    ['RECORD_TYPE', 'P', 'what “P” in RECORD_TYPE means'],
    ['Is Match', 'Yes', 'what “Yes” in Is Match means'],
    ['Voided', 'TRUE', undefined],
    ['Refunded', 'Yes', 'what “Yes” in Refunded means'],
    ['Gift type', 'MG Pay-Cash', 'what “MG Pay-Cash” in Gift type means'],
    ['Refund Date', '2026-02-03', 'what “With a value” in Refund Date means'],
    ['Dispute Status', 'lost', 'what “lost” in Dispute Status means'],
    ['Deductible amount', '$90.00', 'what “Less than the amount” in Deductible amount means'],
  ])('whose %s is %s are asked about or left out', async (column, said, question) => {
    const { asked, ready, leftOut } = await read(
      donors,
      `Donor,Amount,Date,${column}\nFile A,150,2026-02-01,${said}\nFile B,40,2026-02-01,\n`,
    )
    expect(asked).toEqual(question ? [question] : [])
    expect(ready).toMatchObject([{ row: 3 }])
    expect(leftOut).toEqual([expect.stringMatching(/^2 /)])
  })

  it('in dollars of other countries are asked about, and those of ours are not', async () => {
    const { ready, leftOut } = await read(
      donors,
      'Donor,Amount,Date\nFile A,US$50,2026-01-05\nFile B,C$50,2026-01-05\nFile C,A$ 5.00,2026-01-05\n',
    )
    expect(ready).toMatchObject([{ row: 2, amount: 50 }])
    expect(leftOut).toEqual(['3 Amount: CAD', '4 Amount: AUD'])
    const inColumn = await read(
      donors,
      'Donor,Amount,Currency,Date\nFile A,50,U.S. Dollars,2026-01-05\nFile B,50,US$,2026-01-05\nFile C,50,Canadian dollars,2026-01-05\n',
    )
    for (const column of ['Waehrung', 'Valuta code']) {
      const { leftOut: other } = await read(
        donors,
        `Donor,Amount,${column},Date\nFile A,50,EUR,2026-01-05\nFile B,50,USD,2026-01-05\n`,
      )
      expect(other).toEqual([`2 ${column}: EUR`])
    }
    expect(inColumn.ready.map(({ row }) => row)).toEqual([2, 3])
    expect(inColumn.leftOut).toEqual(['4 Currency: CANADIAN DOLLARS'])
  })

  it('of Benevity begin at their header, and have the match of the employer as a gift of its own', async () => {
    const hidden = Array.from({ length: 7 }, () => 'Not shared by donor').join(',')
    const benevity = `Donations Report,\n#------,\nCharity Name,KINDLEWELL FOUNDATION\nCharity ID,840\nPeriod Ending,Sun 1 Nov 2026 0:00:00\nCurrency,USD\nPayment Method,EFT\nDisbursement ID,1ZZ\nNote,Rounding may be applied.\n#------,\n\nCompany,Project,Donation Date,Donor First Name,Donor Last Name,Email,Address,City,State/Province,Postal Code,Activity,Comment,Transaction ID,Donation Frequency,Currency,Project Remote ID,Source,Reason,Total Donation to be Acknowledged,Match Amount,Cause Support Fee,Merchant Fee,Fee Comment
Bluestone,K,2026-10-05T19:48:48Z,File,Quill,quill@files.example,12 Fir Rd,Salem,MA,01970,,School desks,AB1,Recurring,USD,,Payroll,User Donation,100.00,50.00,0.00,2.90,
Bluestone,K,2026-10-06T03:10:00Z,${hidden},,,AB2,One-time,USD,,Payroll,User Donation,40.00,40.00,0.00,1.16,
Greyrock,K,2026-10-12T15:00:00Z,File,Amsel,amsel@files.example,,,,,,,AB3,One-time,USD,,Card,User Donation,0.00,75.00,0.00,0.00,
Greyrock,K,2026-10-13T15:00:00Z,File,Amsel,amsel@files.example,,,,,,,AB4,One-time,USD,,Card,Reversal,-30.00,0.00,0.00,0.00,
Totals,,,,,,,,,,,,,,,,,,135.00,190.00,0.00,4.79\nTotal Donations (Gross),325.00\nCheck Fee,0.00\nNet Total Payment,320.21\n`
    const { ready, refused, leftOut, asked } = await read(donors, benevity)
    expect(asked).toEqual([])
    expect(ready).toMatchObject([
      { donor_name: 'File Quill', amount: 100, postal_code: '01970', note: 'School desks' },
      { donor_name: 'Bluestone', amount: 50, donation_type: 'corporate', reference: 'AB1' },
      { donor_name: 'Anonymous', donor_email: null, street: null, amount: 40 },
      { donor_name: 'Bluestone', amount: 40 },
      { donor_name: 'Greyrock', donor_email: null, amount: 75, donation_type: 'corporate' },
    ])
    expect(refused).toEqual(['16 Amount: This is negative. A refund belongs to its gift'])
    expect(leftOut).toEqual([
      '17 This is a total',
      '18 This is below the total',
      '19 This is below the total',
      '20 This is below the total',
    ])
    expect((await read(donors, benevity, { headerRow: 3 })).asked).toContain('a column for Amount')
  })

  it('with a dotted day among others that are month first are asked, and impossible days are named', async () => {
    const { asked, refused } = await read(
      donors,
      'Donor,Amount,Date\nFile Ada,10,03/24/2026\nFile Bo,10,05.03.2026\nFile Cy,10,2/29/2026\n',
    )
    expect(asked).toEqual(['how days with dots in Date are written'])
    expect(refused).toEqual(['4 Date: This day is not in the calendar'])
  })

  it('of PayPal have their moment, and an unknown zone is pointed at', async () => {
    const row = (name: string, zone: string) =>
      `"12/31/2025","22:30:00","${zone}","${name}","Donation Payment","Completed","USD","25.00","${name}@files.example","${name}"\n`
    const { ready, hints } = await read(
      donors,
      `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","From Email Address","Transaction ID"\n${row('West', 'PST')}${row('Office', 'CST')}${row('Nowhere', 'XYZ')}`,
    )
    expect(ready.map(({ created_at }) => created_at)).toEqual([
      '2025-12-31T22:30:00-08:00',
      '2025-12-31T22:30:00-06:00',
      '2025-12-31 America/Chicago',
    ])
    expect(hints).toEqual(['4 Date: The zone “XYZ” is unknown, so the day stays as written'])
  })

  it('of PayPal have the phone and the whole address of the donor', async () => {
    const { ready } = await read(
      donors,
      'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,From Email Address,Transaction ID,Address Line 1,Address Line 2/District/Neighborhood,Town/City,State/Province/Region/County/Territory/Prefecture/Republic,Zip/Postal Code,Country,Contact Phone Number\n3/14/2026,10:00:00,PST,File Ada,Donation Payment,Completed,USD,25.00,ada@files.example,1A,1 Elm St,Apt 4,Boston,MA,02138,United States,617-555-0144\n',
    )
    expect(ready).toMatchObject([
      {
        ...{ street: '1 Elm St, Apt 4', city: 'Boston', region: 'MA', postal_code: '02138' },
        donor_phone: '617-555-0144',
      },
    ])
  })

  it('of PayPal are less the refunds that are rows of their own, or these name the payment', async () => {
    const header =
      'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,From Email Address,Transaction ID,Reference Txn ID,Balance Impact\n'
    const row = (name: string, type: string, amount: string, id: string, of = '') =>
      `3/14/2026,10:00:00,PST,File ${name},${type},Completed,USD,${amount},${name}@files.example,${id},${of},${amount.startsWith('-') ? 'Debit' : 'Credit'}\n`
    const gift = (name: string, amount: string, id: string) =>
      row(name, 'Donation Payment', amount, id)
    const refund = (amount: string, id: string, of: string) =>
      row('Office', 'Payment Refund', amount, id, of)
    await service
      .from('donations')
      .insert({
        ...{ donor_name: 'File Cy', amount: 30, donation_type: 'one-time', reference: '1C' },
        created_at: '2026-03-14T18:00:00Z',
      })
      .throwOnError()
    const { asked, ready, leftOut, hints, refused } = await read(
      donors,
      `${header}${refund('-25.00', '2A', '1A')}${gift('Ada', '25.00', '1A')}${gift('Bo', '40.00', '1B')}${gift('Cy', '30.00', '1C')}${refund('-15.00', '2B', '1B')}${row('Office', 'Chargeback', '-5.00', '3B', '1B')}${row('Office', 'Chargeback Fee', '-20.00', '4B', '1B')}${refund('-30.00', '2C', '1C')}${refund('-9.00', '2D', '1D')}`,
    )
    expect([...asked, ...refused]).toEqual([])
    expect(ready).toMatchObject([
      { donor_name: 'File Ada', amount: 25, refunded: 25 },
      { donor_name: 'File Bo', amount: 40, refunded: 20 },
    ])
    expect(hints).toEqual([
      '3 $25 was refunded in row 2',
      '4 $15 was refunded in row 6',
      '4 $5 was refunded in row 7',
    ])
    expect(leftOut).toEqual([
      '8 Balance Impact: Debit',
      '2 This is the refund of row 3',
      '6 This is the refund of row 4',
      '7 This is the refund of row 4',
      '9 This refunds row 5, which is a duplicate. Check that the stored gift has this refund',
      '10 This refunds the payment 1D, which is not among these gifts. Enter the refund at its gift',
    ])
  })

  it('of PayPal are completed payments, and what it means is asked where a word is not known', async () => {
    const text = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","Transaction ID"
"3/14/2026","10:00:00","PST","File Ada","Donation Payment","Completed","USD","25.00","-0.85","24.15","ada@files.example","1A"
"3/15/2026","10:00:00","PST","File Bo","Donation Payment","Pending","USD","30.00","0","30.00","bo@files.example","1B"
"3/16/2026","10:00:00","PST","File Cy","Donation Payment","Completed","DKK","300.00","0","300.00","cy@files.example","1C"
"3/17/2026","10:00:00","PST","File Di","Donation Payment","Partially Refunded","USD","40.00","0","40.00","di@files.example","1D"
`
    const { ready, leftOut, asked } = await read(donors, text)
    expect(asked).toEqual(['what “Partially Refunded” in Status means'])
    expect(ready).toMatchObject([{ donor_name: 'File Ada', amount: 25, reference: '1A' }])
    // 10 in the morning in California
    expect(ready[0]!.created_at).toBe('2026-03-14T10:00:00-08:00')
    expect(leftOut).toEqual([
      '3 Status: Pending',
      '4 Currency: DKK',
      '5 Status: Partially Refunded',
    ])
  })

  it.each([
    ['"$1,234.50"', '2026-03-01', undefined],
    ['(50.00)', '2026-03-01', /^2 Amount: This is negative/],
    ['0', '2026-03-01', /^2 Amount: Please enter an amount above zero/],
    ['-5', '2026-03-01', /^2 Amount: This is negative/],
    ['1e9', '2026-03-01', /^2 Amount: Please enter an amount like/],
    ['1000000000', '2026-03-01', /^2 Amount: Please enter an amount below/],
    ['5', '2199-03-01', /^2 Date: Please enter today or an earlier day/],
    ['5', '46027', /^2 Date: A spreadsheet wrote this day as a number/],
    ['5', '5-Jan', /^2 Date: Please write the day like 2026-01-31/],
    ['5', '', /^2 Date: Please fill this in/],
  ])('with the amount %s on %s are taken, or say why not', async (amount, day, reason) => {
    const { ready, refused } = await read(donors, `Donor,Amount,Date\nFile Ada,${amount},${day}\n`)
    expect(ready).toHaveLength(reason ? 0 : 1)
    expect(refused).toEqual(reason ? [expect.stringMatching(reason)] : [])
  })

  it.each([
    ['60', 'Gala dinner', { exchange_value: 60, exchange: 'Gala dinner' }, undefined],
    ['0.00', '', { exchange_value: null, exchange: null }, undefined],
    ['150.01', 'Dinner', undefined, '2 Value in exchange: More than the amount'],
    ['60', '', undefined, '2 Given in exchange: Please say what the donor got'],
    ['', 'Dinner', undefined, '2 Value in exchange: Please enter what it is worth'],
    ['sixty', 'Dinner', undefined, '2 Value in exchange: Please enter an amount like 1,250.50'],
  ])('with %s of %s in exchange are taken, or say why not', async (value, what, values, reason) => {
    const { ready, refused } = await read(
      donors,
      `Donor,Amount,Date,Fair market value,Benefits\nGala Guest,150,2026-03-01,${value},${what}\n`,
    )
    expect(ready).toMatchObject(values ? [values] : [])
    expect(refused).toEqual(reason ? [reason] : [])
  })

  it('without a real day, or with damaged letters, are pointed at', async () => {
    const { hints } = await read(
      donors,
      'Donor,Amount,Date\nFile Ada,5,1970-01-01\nFile JosÃ©,5,2026-03-01\nFile O’Dea João,6,2026-03-01\n',
    )
    expect(hints).toEqual([
      '2 Date: 1970-01-01 often means no date',
      '3 Donor: The letters of “File JosÃ©” look damaged',
    ])
  })

  it('that a webhook stored are known by payment, or by address, amount and day', async () => {
    const stored = [
      { payment_id: 'pi_w1', amount: 40, created_at: '2026-02-03T18:00:00Z' },
      { payment_id: 'pi_other', amount: 41, created_at: '2026-02-04T02:30:00Z' },
    ].map((gift) => ({
      ...gift,
      donor_name: 'Wanda',
      donor_email: 'wanda@files.example',
      donation_type: 'one-time',
    }))
    await service.from('donations').insert(stored).throwOnError()
    const { duplicates, ready } = await read(
      donors,
      `PaymentIntent ID,Created date (UTC),Amount,Currency,Status,Customer Email,Customer Name
pi_w1,2026-02-09 18:00:00,40.00,usd,Paid,other@files.example,Mrs Wanda
pi_w2,2026-02-04 02:31:00,41.00,usd,Paid,WANDA@files.example,Mrs Wanda
pi_w3,2026-02-05 18:00:00,42.00,usd,Paid,wanda@files.example,Mrs Wanda
`,
    )
    expect(duplicates).toEqual(['2 Already stored', '3 Already stored'])
    expect(ready).toMatchObject([{ row: 4, payment_id: 'pi_w3' }])
  })
})

describe('subscribers', () => {
  it('of Mailchimp have one name of two, or their address', async () => {
    const { ready, hints } = await read(
      newsletter,
      `"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,NOTES,TAGS
anna@files.example,Anna,"van der Meer",4,"2024-02-12 17:59:31",,"""Board"""
nameless@files.example,,,2,"2024-04-12 17:59:31",,
`,
    )
    expect(ready).toMatchObject([
      { email: 'anna@files.example', name: 'Anna van der Meer' },
      { email: 'nameless@files.example', name: 'nameless@files.example' },
    ])
    expect(hints).toEqual(['3 Name is empty, so it becomes “nameless@files.example”'])
  })

  it('leave out those who unsubscribed', async () => {
    const { ready, unsubscribed } = await read(
      newsletter,
      `Email Address,Name,Email status,Opt-out Date
active@files.example,Stella,Active,
gone@files.example,Gus,Unsubscribed,2026-05-01
bounced@files.example,Bea,Cleaned (hard bounce),
late@files.example,Lou,Active,2026-05-01
`,
    )
    expect(ready).toMatchObject([{ email: 'active@files.example' }])
    expect(unsubscribed).toEqual([
      'gone@files.example',
      'bounced@files.example',
      'late@files.example',
    ])
  })

  it.each([
    ['Unsubscribed', 'yes', 'no'],
    ['Email Opt Out', '1', '0'],
    ['email_disabled', 'true', 'false'],
    ['EMAIL_BLACKLISTED', 'Yes', 'No'],
    ['Abgemeldet am', '01.02.2026', ''],
    ['Estado', 'Dado de baja', 'active'],
    ['Email Suppressions', '[USER_SUPPRESSED]', ''],
    ['Email hard bounce reason', 'No such mailbox', ''],
    ['Email Bounced Date', '2026-01-01', ''],
    ['Global status', 'bounced', 'subscribed'],
    ['State', 'complained', 'active'],
    ['Email permission status - other', 'Unsubscribed', 'Active'],
  ])('are none whose %s is %s, whatever else is said', async (column, gone, here) => {
    const { ready, unsubscribed } = await read(
      newsletter,
      `Email Address - other,Name,${column},Subscribed\ngone@files.example,Gus,${gone},no\nactive@files.example,Stella,${here},yes\n`,
    )
    expect(ready).toMatchObject([{ email: 'active@files.example' }])
    expect(unsubscribed).toEqual(['gone@files.example'])
  })

  it('have their address in a column of addresses, and a first name in one that is only called name', async () => {
    const { ready } = await read(
      newsletter,
      'Subscriber,Name,Last name\na@files.example,Ann,Lite\n',
    )
    expect(ready).toMatchObject([{ email: 'a@files.example', name: 'Ann Lite' }])
  })

  it('are asked about nothing that says something of other things', async () => {
    const said = 'Email,Name,RSVP,Interest\nada@files.example,Ada,Declined,In-kind\n'
    expect((await read(newsletter, said)).ready).toHaveLength(1)
    const gift = 'Donor,Amount,Date,Email status,Subscribed\nFile A,40,2026-03-01,Unsubscribed,no\n'
    expect((await read(donors, gift)).ready).toHaveLength(1)
  })

  it.each([
    ['Consent', 'No', 'Yes'],
    ['subscribed_to_emails', 'false', 'true'],
    ['Email Marketing Consent', 'NEVER_SUBSCRIBED', 'SUBSCRIBED'],
  ])('without consent are left out: %s', async (column, no, yes) => {
    const { ready, leftOut } = await read(
      newsletter,
      `Email,Name,${column}\nno@files.example,Gus,${no}\nyes@files.example,Stella,${yes}\n`,
    )
    expect(ready).toMatchObject([{ email: 'yes@files.example' }])
    expect(leftOut).toEqual([`2 ${column}: ${no}`])
  })
})

describe('pledges', () => {
  const file = (column: string, said: string) =>
    `Donor,Pledge amount,Pledge date,Installments,Frequency,${column}\nFile A,100,2026-03-25,4,monthly,${said}\nFile B,80,2026-03-25,4,monthly,\n`

  it.each([
    ['Status', 'Completed', undefined],
    ['Status', 'Written off', undefined],
    ['Status', 'Partially paid', 'what “Partially paid” in Status means'],
    ['Paid to date', '60.00', 'what “Paid in part or in full” in Paid to date means'],
    ['Balance', '40.00', 'what “Less than the pledge” in Balance means'],
    [
      'Installment amount',
      '30.00',
      'what “The installments are not the pledge” in Installment amount means',
    ],
  ])('whose %s is %s are not owed as they stand', async (column, said, question) => {
    const { asked, ready } = await read(importedPledges, file(column, said))
    expect(asked).toEqual(question ? [question] : [])
    expect(ready).toMatchObject([{ row: 3 }])
  })

  it.each([
    ['Status', 'Open'],
    ['Status', 'Pledged'],
    ['Paid to date', '0.00'],
    ['Balance', '100'],
    ['Installment amount', '25.00'],
  ])('whose %s is %s are owed', async (column, said) => {
    const { asked, ready } = await read(importedPledges, file(column, said))
    expect(asked).toEqual([])
    expect(ready).toHaveLength(2)
  })

  it('of less than a cent for each installment are refused', async () => {
    const { ready, refused } = await read(
      importedPledges,
      'Donor,Pledge amount,Pledge date,Installments,Frequency\nFile A,0.05,2026-03-25,12,monthly\n',
    )
    expect(ready).toEqual([])
    expect(refused).toEqual(['2 Installments: Each would be less than a cent'])
  })
})

describe('people', () => {
  it('of Google have the first of several addresses and numbers', async () => {
    const { ready, hints } = await read(
      mentors,
      `First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
Comfort,Kollie,* myContacts,Home,comfort@files.example,Mobile,+231 77 555 0101 ::: +231 88 555 0102
José,Núñez,* myContacts,Home,jose@files.example ::: jose@clinic.example,Work,(512) 555-0142 x315
`,
    )
    expect(ready).toMatchObject([
      { email: 'comfort@files.example', phone: '+231 77 555 0101' },
      { email: 'jose@files.example', phone: '(512) 555-0142 x315' },
    ])
    expect(hints).toEqual([
      '2 Phone: +231 77 555 0101 is used, not +231 88 555 0102',
      '3 Email: jose@files.example is used, not jose@clinic.example',
    ])
  })

  it('with their name in one column have it in two, with a hint where that is unsure', async () => {
    const { ready, hints, asked } = await read(
      mentors,
      'Name,Email\nZed Zero,zed@files.example\n"Plus, Pia",pia@files.example\nComfort T. Kollie,comfort@files.example\n',
    )
    expect(asked).toEqual([])
    expect(ready).toMatchObject([
      { first_name: 'Zed', last_name: 'Zero' },
      { first_name: 'Pia', last_name: 'Plus' },
      { first_name: 'Comfort T.', last_name: 'Kollie' },
    ])
    expect(hints).toEqual(['4 Comfort T. Kollie: the first name is Comfort T., the last Kollie'])
  })

  it('have no number that a spreadsheet shortened, and a hint where it took a zero', async () => {
    const { ready, refused, hints } = await read(
      mentors,
      `First name,Last name,Phone\nZed,Zero,886555010\nPia,Plus,2.31776E+11\nAda,Right,5125550142.0\nBo,Link,tel:+15125550142\n`,
    )
    expect(ready).toMatchObject([
      { first_name: 'Zed' },
      { first_name: 'Ada', phone: '5125550142' },
      { first_name: 'Bo', phone: '+15125550142' },
    ])
    expect(refused).toEqual([
      '3 Phone: A spreadsheet shortened this number. Format its column as text, and enter the number again',
    ])
    expect(hints).toEqual(['2 Phone: 886555010 may have lost a leading zero or +'])
  })
})

describe('the dialog', () => {
  const open = async (text: string, resource: ImportTarget = donors) => {
    vi.spyOn(readFile, 'readFile').mockImplementation((_file, columns, _signal, encoding) =>
      Promise.resolve(readCsv(bytes(text), columns, encoding)),
    )
    draw(<ImportDialog resource={resource} onClose={() => {}} />)
    const user = someone()
    const chooser = await screen.findByLabelText('Choose a CSV file')
    await user.upload(chooser, new File([text], 'gifts.csv', { type: 'text/csv' }))
    await button('Check the rows')
    return user
  }
  const stored = async (like: string) =>
    (
      await service
        .from('donations')
        .select(
          'donor_name, amount, refunded, currency, original_amount, rate, rate_on, payment_id',
        )
        .like('donor_name', like)
        .order('created_at')
        .throwOnError()
    ).data

  it('asks how a day is written before it goes on, and converts another currency on request', async () => {
    const user = await open(
      'Donor,Amount,Date,Currency,Status\nFile Ada,40,05/04/2026,USD,Paid\nFile Bo,10,06/05/2026,EUR,Settled\nFile Cy,9,06/06/2026,USD,Failed\n',
    )
    expect(await button('Check the rows')).toBeDisabled()
    expect(screen.getByText(/^Please choose how Date is written/)).toBeVisible()
    await user.selectOptions(
      field('How Date is written'),
      screen.getAllByRole('option', { name: /^Day before month/ })[0]!,
    )
    expect(await button('Check the rows')).toBeEnabled()
    await user.selectOptions(field('EUR'), 'Convert to dollars')
    expect(await button('Check the rows')).toBeDisabled()
    await user.type(field('Dollars for 1 EUR'), '1.085')
    await user.type(field('Day of the rate'), '2026-05-06')
    await user.click(await button('Check the rows'))
    expect(await screen.findByText(/is left out, by what the file says/)).toBeVisible()
    await user.click(await button(/^Import 2/))
    await screen.findByText(/were imported/)
    const own = {
      currency: null,
      original_amount: null,
      rate: null,
      rate_on: null,
      refunded: 0,
      payment_id: null,
    }
    expect(await stored('File %')).toEqual([
      { ...own, donor_name: 'File Ada', amount: 40 },
      {
        ...own,
        donor_name: 'File Bo',
        amount: 10.85,
        currency: 'EUR',
        original_amount: 10,
        rate: 1.085,
        rate_on: '2026-05-06',
      },
    ])
  })

  it('asks what a column says of a row, and only of the rows of which it says something', async () => {
    const user = await open(
      'Donor,Amount,Date,Gift type,Is Match\nFile Ada,40,2026-03-01,Gift,No\nFile Bo,41,2026-03-01,Pledge,No\nFile Cy,42,2026-03-01,Mass appeal,Yes\n',
    )
    expect(screen.getByText(/^Please choose what “Mass appeal” in Gift type/)).toBeVisible()
    expect(screen.queryByLabelText(/^(?:Empty|No) /)).toBeNull()
    expect(field('Gift (')).toHaveValue('take')
    expect(field('Pledge (')).toHaveValue('leave out')
    await user.selectOptions(field('Mass appeal'), 'Import')
    await user.selectOptions(field('Yes'), 'Import')
    await user.click(await button('Check the rows'))
    expect(await screen.findByText('Gift type: Pledge.', { exact: false })).toBeVisible()
    await user.click(await button(/^Import 2/))
    await screen.findByText(/were imported/)
    expect(await stored('File %')).toMatchObject([
      { donor_name: 'File Ada', amount: 40 },
      { donor_name: 'File Cy', amount: 42 },
    ])
  })

  it('keeps people unsubscribed who unsubscribed elsewhere, until it is undone', async () => {
    await service
      .from('newsletter_subscriptions')
      .insert({ name: 'Gus', email: 'gus@files.example', confirmed_at: new Date().toISOString() })
      .throwOnError()
    const blocked = async () =>
      backend.exclusive(async (pg) => {
        const { rows } = await pg.query<{ address: string }>(
          `select address from private.suppressions where address like '%@files.example'`,
        )
        return rows.map(({ address }) => address)
      })
    const user = await open(
      'Email Address,Name,Status\nGus@files.example,Gus,Unsubscribed\n',
      newsletter,
    )
    expect(field('Unsubscribed')).toHaveValue('keep unsubscribed')
    await user.click(await button('Check the rows'))
    expect(await screen.findByText(/^1 address stays unsubscribed/)).toBeVisible()
    await user.click(await button('Keep 1 unsubscribed'))
    await screen.findByText(/1 address stays unsubscribed: no campaign goes there/)
    expect(await blocked()).toEqual(['gus@files.example'])
    const subscribed = await service
      .from('newsletter_subscriptions')
      .select('id')
      .like('email', '%@files.example')
    expect(subscribed.data).toEqual([])
    await user.click(await button('Undo import'))
    const dialog = within(await screen.findByRole('dialog', { name: /^Undo import of/ }))
    expect(await dialog.findByText(/^1 address will no longer be kept/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Undo import' }))
    await waitFor(async () => expect(await blocked()).toEqual([]))
  })

  it('takes or leaves each duplicate separately', async () => {
    await service
      .from('donations')
      .insert({
        donor_name: 'File plate',
        amount: 20,
        donation_type: 'one-time',
        created_at: '2026-03-01T18:00:00Z',
      })
      .throwOnError()
    const user = await open(
      'Donor,Email,Amount,Date\nFile plate,,20.00,2026-03-01\nFile Twice,,20.00,2026-03-08\nFile Twice,,20.00,2026-03-08\n',
    )
    await user.click(await button('Check the rows'))
    await user.click(await screen.findByRole('checkbox', { name: 'Import row 4 too' }))
    expect(screen.getByRole('checkbox', { name: 'Import row 2 too' })).not.toBeChecked()
    await user.click(await button(/^Import 2/))
    await screen.findByText(/were imported/)
    expect(await stored('File %')).toMatchObject([
      { donor_name: 'File plate' },
      { donor_name: 'File Twice' },
      { donor_name: 'File Twice' },
    ])
  })

  it('takes or leaves a duplicate with its match', async () => {
    const row = 'File Twice,20.00,2026-03-08,Bluestone,10\n'
    const user = await open(`Donor,Amount,Date,Company,Match amount\n${row}${row}`)
    await user.click(await button('Check the rows'))
    await user.click(await screen.findByRole('checkbox', { name: 'Import row 3 too' }))
    expect(await button(/^Import 4/)).toBeEnabled()
  })

  it('asks once for each donor whether it is one who has that name, and stores the answers until an undo', async () => {
    const gift = { amount: 20, donation_type: 'one-time', created_at: '2026-03-01T18:00:00Z' }
    const { data: known } = await service
      .from('donations')
      .insert([
        { ...gift, donor_name: 'File Ruth', donor_email: 'ruth@files.example' },
        { ...gift, donor_name: 'File Cy', donor_email: 'cy@files.example' },
      ])
      .select('donor_name, person_id')
      .throwOnError()
    const idOf = (name: string) =>
      (known as { donor_name: string; person_id: string }[]).find(
        ({ donor_name }) => donor_name === name,
      )!.person_id
    const user = await open(
      'Donor,Email,Amount,Date\nFile Ruth,r.eder@files.example,31,2026-03-02\nFile Ruth,R.Eder@files.example,32,2026-03-03\nFile Cy,,33,2026-03-04\nFile Cy,cy@files.example,34,2026-03-05\nFile New,,35,2026-03-06\n',
    )
    await user.click(await button('Check the rows'))
    const ruth = await screen.findByLabelText('File Ruth, r.eder@files.example (2 rows)')
    expect(ruth).toHaveDisplayValue('A new donor')
    expect(screen.getAllByLabelText(/^File/)).toHaveLength(2)
    expect(screen.getByLabelText('File Cy (1 row)')).toHaveDisplayValue('A new donor')
    await user.selectOptions(
      ruth,
      'The same as File Ruth, r…@files.example, last gift $20 on Mar 1, 2026, Donor',
    )
    await user.click(await button(/^Import 5/))
    await screen.findByText(/were imported/)
    const donors = async () =>
      (
        await service
          .from('donors')
          .select('id, name, gift_count')
          .like('name', 'File %')
          .order('name')
          .order('gift_count')
          .throwOnError()
      ).data
    expect(await donors()).toMatchObject([
      { name: 'File Cy', gift_count: 1 },
      { name: 'File Cy', gift_count: 2, id: idOf('File Cy') },
      { name: 'File New', gift_count: 1 },
      { name: 'File Ruth', gift_count: 3, id: idOf('File Ruth') },
    ])
    await user.click(await button('Undo import'))
    const dialog = within(await screen.findByRole('dialog', { name: /^Undo import of/ }))
    await user.click(await dialog.findByRole('button', { name: /^Remove 5/ }))
    await waitFor(async () =>
      expect(await donors()).toEqual([
        { name: 'File Cy', gift_count: 1, id: idOf('File Cy') },
        { name: 'File Ruth', gift_count: 1, id: idOf('File Ruth') },
      ]),
    )
  })

  it('stores a refund and the payment, once for each payment', async () => {
    const user = await open(
      `PaymentIntent ID,Created date (UTC),Amount,Amount Refunded,Currency,Status,Customer Email,Customer Name
pi_f1,2026-02-03 18:00:00,40.00,15.00,usd,Paid,f1@files.example,File Payer
`,
    )
    expect(await screen.findByText(/These look like payments of Stripe/)).toBeVisible()
    expect(screen.getByText(/are UTC/)).toBeVisible()
    await user.click(await button('Check the rows'))
    await user.click(await button(/^Import 1/))
    await screen.findByText(/was imported/)
    expect(await stored('File %')).toMatchObject([
      { amount: 40, refunded: 15, payment_id: 'pi_f1' },
    ])
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(within(document.body).queryByRole('alert')).toBeNull()
  })
})
