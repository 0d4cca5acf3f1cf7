import type { MutationOptions } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import type { publicForms } from '../src/app/public-pages'
import { termsVersion } from '../src/shared/data/terms-version'

/** The visitors' forms: their input, the stored rows, and the messages. */
export interface Texts {
  title: string
  description?: string
}

export type Answers = Record<string, string | true>

export interface PublicForm {
  name: string
  path: string
  /** Its name among the forms of the app; the registration is a dialog, not one of them. */
  form?: keyof typeof publicForms
  table: string
  /** The check of the answers, and their sending. */
  code: () => Promise<{ schema: ZodType; submission: MutationOptions<void, Error, never> }>
  button: string
  /** By label: text, or the value of a select, or `true` for a checkbox to tick */
  answers: Answers
  /** The stored values, besides the email address */
  stored: Record<string, unknown>
  success: Texts
  failure: Texts
  /** After sending: the button of the receipt, or the line beside the emptied form */
  again?: string
  line?: string
  /** By label: the message for an empty field */
  missing: Record<string, string>
}

const applicationFailure = {
  title: 'There was an error submitting your application. Please try again.',
}

export const volunteer: PublicForm = {
  name: 'Volunteer application',
  path: '/get-involved/volunteer',
  form: 'volunteer',
  table: 'volunteer_applications',
  code: async () => {
    const form = await import('../src/features/site/forms/volunteer/volunteer-form')
    return { schema: form.volunteerSchema, submission: form.submitVolunteerApplication }
  },
  button: 'Submit Application',
  again: 'Send another application',
  answers: {
    'First name': 'Élodie',
    'Last name': "O'Tweh",
    Phone: '+231 77 555 0101',
    Tutoring: true,
    Administration: true,
    Availability: 'Mondays,\nand "some" Fridays',
    'Relevant experience': 'Three years  of teaching ',
    'Why would you like to volunteer with us?': 'Für die Kinder 🌱',
  },
  stored: {
    first_name: 'Élodie',
    last_name: "O'Tweh",
    phone: '+231 77 555 0101',
    interests: ['tutoring', 'admin'],
    availability: 'Mondays,\nand "some" Fridays',
    experience: 'Three years  of teaching ',
    motivation: 'Für die Kinder 🌱',
    status: 'new',
  },
  success: {
    title: 'Application Submitted!',
    description:
      "Thank you for your interest in volunteering. We'll contact you within 2 business days.",
  },
  failure: applicationFailure,
  missing: {},
}

export const program: PublicForm = {
  name: 'Program application',
  path: '/get-involved/join-programs',
  form: 'program',
  table: 'program_applications',
  code: async () => {
    const form = await import('../src/features/site/forms/program/program-application-form')
    return { schema: form.programApplicationSchema, submission: form.submitProgramApplication }
  },
  button: 'Submit Application',
  again: 'Send another application',
  answers: {
    'First name': 'Martha',
    'Last name': 'Gbowee',
    Phone: '+231 77 555 0501',
    'Program of interest': 'early-childhood',
    Relationship: 'relative',
    "Child's name": 'Grace 🌱 Gbowee',
    "Child's age": '4',
    Goals: 'That she learns\nto read <b>with joy</b>',
    'Previous experience': 'None, "yet"',
    'Special needs': 'Asthma; تستخدم جهاز استنشاق',
    'I agree to the terms and conditions': true,
  },
  stored: {
    first_name: 'Martha',
    last_name: 'Gbowee',
    phone: '+231 77 555 0501',
    program_interest: 'early-childhood',
    relationship: 'relative',
    child_name: 'Grace 🌱 Gbowee',
    child_age: 4,
    goals: 'That she learns\nto read <b>with joy</b>',
    previous_experience: 'None, "yet"',
    special_needs: 'Asthma; تستخدم جهاز استنشاق',
    terms_version: termsVersion,
    status: 'new',
  },
  success: {
    title: 'Application Submitted!',
    description:
      "Thank you for your interest. We'll contact you within 2 business days to discuss next steps.",
  },
  failure: applicationFailure,
  missing: {
    'First name': 'Please enter your first name',
    'Last name': 'Please enter your last name',
    Email: 'Please enter your email address',
    Phone: 'Please enter your phone number',
    'Program of interest': 'Please choose a program',
    Relationship: 'How you are related to the child or family. Please choose your relationship',
    'I agree to the terms': 'You must agree to the terms and conditions to continue.',
  },
}

export const partnership: PublicForm = {
  name: 'Partnership proposal',
  path: '/get-involved/partner',
  form: 'partnership',
  table: 'partnership_proposals',
  code: async () => {
    const form = await import('../src/features/site/forms/partnership/partnership-proposal-form')
    return { schema: form.partnershipProposalSchema, submission: form.submitPartnershipProposal }
  },
  button: 'Submit Proposal',
  again: 'Send another proposal',
  answers: {
    'Organization name': 'Harbor & Pine Books',
    Website: 'https://harborpine.example/?a=1&b=2',
    'Contact person': 'Ellen Marsh',
    'Title/Position': 'Owner',
    Phone: '+1 512 555 0601',
    'Organization type': 'non-profit',
    'Organization size': '1000+',
    'Partnership interest': 'ngo',
    Description: 'A shelf\nfor children',
    Goals: 'More readers',
    Resources: 'Books; a van',
    Timeline: 'By spring',
    Budget: '$5,000 – $10,000',
    'Previous partnerships': "St. Mary's",
    'I agree to the terms and conditions and consent to be contacted': true,
  },
  stored: {
    organization_name: 'Harbor & Pine Books',
    website: 'https://harborpine.example/?a=1&b=2',
    contact_name: 'Ellen Marsh',
    contact_title: 'Owner',
    phone: '+1 512 555 0601',
    organization_type: 'non-profit',
    organization_size: '1000+',
    partnership_type: 'ngo',
    description: 'A shelf\nfor children',
    goals: 'More readers',
    resources: 'Books; a van',
    timeline: 'By spring',
    budget: '$5,000 – $10,000',
    previous_partnerships: "St. Mary's",
    terms_version: termsVersion,
    status: 'new',
  },
  success: {
    title: 'Partnership Proposal Submitted!',
    description:
      "Thank you for your interest in partnering with us. We'll review your proposal and contact you within 5 business days.",
  },
  failure: { title: 'There was an error submitting your proposal. Please try again.' },
  missing: {
    'Organization name': 'Please enter the name of your organization',
    'Contact person': 'Please enter a contact person',
    'Title/Position': 'Please enter their title or position',
    Email: 'Please enter your email address',
    Phone: 'Please enter a phone number',
    'Organization type': 'Please choose the type of your organization',
    'Partnership interest': 'Please choose a kind of partnership',
    Description: 'What would we do together? Please describe what you have in mind',
    Goals: 'What should be different when we’re done? Please tell us what you hope to achieve',
    'I agree to the terms': 'You must agree to the terms and conditions to continue.',
  },
}

export const newsletter: PublicForm = {
  name: 'Newsletter',
  path: '/contact',
  form: 'newsletter',
  table: 'newsletter_subscriptions',
  code: async () => {
    const form = await import('../src/features/site/forms/newsletter/newsletter-form')
    return { schema: form.newsletterSchema, submission: form.subscribeToNewsletter }
  },
  button: 'Subscribe',
  line: 'You’re on the list. The next newsletter will come to your inbox.',
  answers: { Name: 'Renée' },
  stored: { name: 'Renée' },
  success: {
    title: 'Thank you for subscribing!',
    description: "You'll receive updates about our mission and programs.",
  },
  failure: { title: 'Subscription failed', description: 'Please try again later.' },
  missing: { Name: 'Please enter your name', Email: 'Please enter your email address' },
}

export const contact: PublicForm = {
  name: 'Contact message',
  path: '/contact',
  form: 'message',
  table: 'contact_messages',
  code: async () => {
    const form = await import('../src/features/site/forms/contact/contact-form')
    return { schema: form.contactMessageSchema, submission: form.sendContactMessage }
  },
  button: 'Send Message',
  again: 'Send another message',
  answers: { Name: 'Jonas', Message: 'When are you open?\n— J.' },
  stored: { name: 'Jonas', message: 'When are you open?\n— J.', status: 'new' },
  success: {
    title: 'Message sent!',
    description: "We'll get back to you as soon as possible.",
  },
  failure: { title: 'Failed to send message', description: 'Please try again later.' },
  missing: {
    Name: 'Please enter your name',
    Email: 'Please enter your email address',
    Message: 'Please enter a message',
  },
}

export const registration: PublicForm = {
  name: 'Registration for Teacher Training',
  path: '/programs/teacher-training',
  table: 'program_registrations',
  code: async () => {
    const form = await import('../src/features/site/forms/registration/registration')
    const teaching = { id: 'teacher-training', title: 'Teacher Training', isFull: false }
    return { schema: form.registrationSchema, submission: form.submitRegistration(teaching) }
  },
  button: 'Complete Registration',
  again: 'Register another person',
  answers: {
    'First name': 'Musu',
    'Last name': "O'Varney",
    Organization: 'School no. 4',
    'Relevant experience': 'Forty children\nin one room',
    'What do you hope for?': 'Quiet 🌱',
    'Accessibility needs': 'A ramp; "wide"',
    Name: 'Ma Varney',
    Relationship: 'Mother',
    'I agree to the terms and conditions': true,
  },
  stored: {
    program: 'teacher-training',
    first_name: 'Musu',
    last_name: "O'Varney",
    phone: null,
    organization: 'School no. 4',
    experience: 'Forty children\nin one room',
    motivation: 'Quiet 🌱',
    accessibility: 'A ramp; "wide"',
    emergency_name: 'Ma Varney',
    emergency_relationship: 'Mother',
    emergency_phone: null,
    wants_waitlist: false,
    wants_newsletter: true,
    terms_version: termsVersion,
    status: 'new',
    waitlisted_at: null,
    offered_until: null,
  },
  success: {
    title: 'Registration Successful!',
    description:
      "You've been registered for Teacher Training. Confirmation details sent to your email.",
  },
  failure: { title: 'There was an error submitting your registration. Please try again.' },
  // Its own test has its messages.
  missing: {},
}

export const pledge: PublicForm = {
  name: 'Pledge',
  path: '/get-involved/donate',
  form: 'pledge',
  table: 'pledges',
  code: async () => {
    const form = await import('../src/features/site/forms/pledge/pledge-form')
    const schema = form.pledgeSchema(() => ({ amount: 50, frequency: 'once', program: null }))
    return { schema, submission: form.submitPledge }
  },
  button: 'Send Pledge',
  again: 'Send another pledge',
  answers: {
    Name: 'Renée',
    'In honor or in memory?': 'memory',
    'For whom': 'Ma Kebbeh',
    'Whom should we tell?': 'Ada Kebbeh\nada@example.org',
    'Your words to them': 'She taught me to read 🌱',
  },
  stored: {
    name: 'Renée',
    amount: 50,
    frequency: 'once',
    program: null,
    tribute: 'memory',
    tribute_name: 'Ma Kebbeh',
    notify: 'Ada Kebbeh\nada@example.org',
    tribute_message: 'She taught me to read 🌱',
    status: 'new',
  },
  success: {
    title: 'Thank you for your pledge!',
    description: "We'll send you the ways to give within 2 business days.",
  },
  failure: { title: 'There was an error sending your pledge. Please try again.' },
  missing: { Name: 'Please enter your name', Email: 'Please enter your email address' },
}

/** The forms on a page; the registration is a dialog, opened by a button. */
export const pageForms = [volunteer, program, partnership, newsletter, contact, pledge]
export const forms = [...pageForms, registration]

/** The columns that a form sends: the stored ones, without those that the database adds. */
export function sentRow({ stored }: PublicForm, email: string): Record<string, unknown> {
  const { status: _, waitlisted_at: __, offered_until: ___, ...row } = stored
  return { ...row, email }
}
