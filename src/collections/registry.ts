/** Every collection of the content service, by its name there: one line each. */
export { academicCalender } from './academicCalender.ts';
export { events } from './events.ts';
export { gallery } from './gallery.ts';
export { highlight } from './highlight.ts';
export { news } from './news.ts';
export { notification } from './notification.ts';
export { onlineRegistration } from './onlineRegistration.ts';
export { principalMessage } from './principalMessage.ts';
export { topper } from './topper.ts';
export { video } from './video.ts';
