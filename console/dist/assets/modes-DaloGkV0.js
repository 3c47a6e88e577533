//# allFunctionsCalledOnLoad
import{t as e}from"./modes-sDCivhTH.js";function t(t){return e.find(e=>e.toLowerCase()===t?.toLowerCase())??`none`}export{t};