/** Sentences on new versions of the page. */
export const offline = {
  ready: 'A new version of this lesson is ready. What you wrote and entered stays.',
  elsewhere:
    'Another tab has taken a new version of this lesson. Load it here too when you are ready; what you wrote and entered stays.',
  take: 'Load it now',
  later: 'Later',
};
