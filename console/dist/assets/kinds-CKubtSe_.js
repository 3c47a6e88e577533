//# allFunctionsCalledOnLoad
import{mt as e}from"./parts-Cp8r5gq2.js";function t(t,n){return e(n.devices.kinds,t)??t}export{t};