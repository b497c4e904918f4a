import bugReport from './forms/bug-report.json';
import contact from './forms/contact.json';
import csat from './forms/csat.json';
import customerFeedback from './forms/customer-feedback.json';
import employeePulse from './forms/employee-pulse.json';
import eventRegistration from './forms/event-registration.json';
import jobApplication from './forms/job-application.json';
import newsletterSignup from './forms/newsletter-signup.json';
import nps from './forms/nps.json';
import orderRequest from './forms/order-request.json';
import rsvp from './forms/rsvp.json';
import type { FormTemplate } from './template.js';

export const formTemplates: readonly FormTemplate[] = [
  {
    kind: 'form',
    name: 'contact',
    title: 'Contact form',
    summary: 'Lets visitors of your website send you a message.',
    featured: true,
    draft: contact,
  },
  {
    kind: 'form',
    name: 'rsvp',
    title: 'RSVP',
    summary: 'Asks guests whether they will come, how many they are, and what they eat.',
    featured: false,
    draft: rsvp,
  },
  {
    kind: 'form',
    name: 'nps',
    title: 'Net Promoter Score',
    summary: 'Measures how likely customers are to recommend you, and asks why.',
    featured: true,
    draft: nps,
  },
  {
    kind: 'form',
    name: 'csat',
    title: 'Customer satisfaction',
    summary: 'Measures how satisfied customers are after a contact with your team.',
    featured: false,
    draft: csat,
  },
  {
    kind: 'form',
    name: 'customer-feedback',
    title: 'Customer feedback',
    summary: 'Asks customers what they like and what they miss.',
    featured: false,
    draft: customerFeedback,
  },
  {
    kind: 'form',
    name: 'job-application',
    title: 'Job application',
    summary: 'Collects applications with contact details, experience and motivation.',
    featured: false,
    draft: jobApplication,
  },
  {
    kind: 'form',
    name: 'bug-report',
    title: 'Bug report',
    summary: 'Collects what your developers need to reproduce and fix a problem.',
    featured: false,
    draft: bugReport,
  },
  {
    kind: 'form',
    name: 'newsletter-signup',
    title: 'Newsletter signup',
    summary: 'Collects email addresses with consent and the topics that readers like.',
    featured: false,
    draft: newsletterSignup,
  },
  {
    kind: 'form',
    name: 'event-registration',
    title: 'Event registration',
    summary: 'Registers participants with their sessions, meals and needs.',
    featured: true,
    draft: eventRegistration,
  },
  {
    kind: 'form',
    name: 'employee-pulse',
    title: 'Employee pulse',
    summary: 'Asks your team regularly how they are doing, without their names.',
    featured: false,
    draft: employeePulse,
  },
  {
    kind: 'form',
    name: 'order-request',
    title: 'Order request',
    summary: 'Takes orders with quantities and delivery details, without a payment.',
    featured: false,
    draft: orderRequest,
  },
];
