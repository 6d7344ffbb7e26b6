// Imported first: throws where needs.js found something missing, so that no other module runs.

const { lacks } = document.documentElement.dataset;
if (lacks) throw new Error(`This browser is too old for the game: it lacks ${lacks}.`);
